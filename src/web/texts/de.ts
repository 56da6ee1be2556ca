import { readTexts } from './catalogue.ts';
import { accountFields } from './de/account/account-fields.ts';
import { accountProblems } from './de/account/account-problems.ts';
import { address } from './de/account/address.ts';
import { confirm } from './de/account/confirm.ts';
import { leave } from './de/account/leave.ts';
import { passkeyForm } from './de/account/passkey-form.ts';
import { passwords } from './de/account/passwords.ts';
import { preferences, worth } from './de/account/preferences.ts';
import { profile } from './de/account/profile.ts';
import { security } from './de/account/security.ts';
import { securityChanges } from './de/account/security-changes.ts';
import { signIn, signOut } from './de/account/sign-in.ts';
import { signUp } from './de/account/sign-up.ts';
import { frame } from './de/frame.ts';
import { node } from './de/node.ts';
import { offline } from './de/offline.ts';
import { actions } from './de/operate/actions.ts';
import { alarmAdvice } from './de/operate/alarm-advice.ts';
import { oversight } from './de/operate/oversight.ts';
import { overview } from './de/operate-overview.ts';
import { problems } from './de/problems.ts';
import { refusals } from './de/refusals.ts';
import { users } from './de/users.ts';
import { activity, records } from './de/wallet/activity.ts';
import { activityRecord } from './de/wallet/activity-record.ts';
import { home, landing } from './de/wallet/home.ts';
import { pay } from './de/wallet/pay.ts';
import { play } from './de/wallet/play.ts';
import { proof } from './de/wallet/proof.ts';
import { receive } from './de/wallet/receive.ts';
import { scan } from './de/wallet/scan.ts';
import { send } from './de/wallet/send.ts';
import { sendRefused } from './de/wallet/send-refused.ts';
import { statements } from './de/wallet/statements.ts';
import { withdraw } from './de/wallet/withdraw.ts';
import type { LanguageTexts } from './en.ts';

/** German. */
export const de: LanguageTexts = {
  language: 'de',
  ...readTexts('de'),
  accountFields,
  accountProblems,
  address,
  actions,
  alarmAdvice,
  confirm,
  frame,
  landing,
  leave,
  node,
  overview,
  home,
  receive,
  play,
  offline,
  oversight,
  records,
  activity,
  activityRecord,
  passkeyForm,
  passwords,
  pay,
  preferences,
  worth,
  problems,
  profile,
  proof,
  refusals,
  scan,
  security,
  send,
  sendRefused,
  securityChanges,
  signIn,
  signOut,
  signUp,
  statements,
  users,
  withdraw,
};
