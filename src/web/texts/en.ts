import { readTexts } from './catalogue.ts';
import { accountFields } from './en/account/account-fields.ts';
import { accountProblems } from './en/account/account-problems.ts';
import { address } from './en/account/address.ts';
import { confirm } from './en/account/confirm.ts';
import { leave } from './en/account/leave.ts';
import { passkeyForm } from './en/account/passkey-form.ts';
import { passwords } from './en/account/passwords.ts';
import { preferences, worth } from './en/account/preferences.ts';
import { profile } from './en/account/profile.ts';
import { security } from './en/account/security.ts';
import { securityChanges } from './en/account/security-changes.ts';
import { signIn, signOut } from './en/account/sign-in.ts';
import { signUp } from './en/account/sign-up.ts';
import { frame } from './en/frame.ts';
import { node } from './en/node.ts';
import { offline } from './en/offline.ts';
import { actions } from './en/operate/actions.ts';
import { alarmAdvice } from './en/operate/alarm-advice.ts';
import { oversight } from './en/operate/oversight.ts';
import { overview } from './en/operate-overview.ts';
import { problems } from './en/problems.ts';
import { refusals } from './en/refusals.ts';
import { users } from './en/users.ts';
import { activity, records } from './en/wallet/activity.ts';
import { activityRecord } from './en/wallet/activity-record.ts';
import { home, landing } from './en/wallet/home.ts';
import { pay } from './en/wallet/pay.ts';
import { play } from './en/wallet/play.ts';
import { proof } from './en/wallet/proof.ts';
import { receive } from './en/wallet/receive.ts';
import { scan } from './en/wallet/scan.ts';
import { send } from './en/wallet/send.ts';
import { sendRefused } from './en/wallet/send-refused.ts';
import { statements } from './en/wallet/statements.ts';
import { withdraw } from './en/wallet/withdraw.ts';

/** English. Other languages have the same type, so a missing text does not compile. */
export const en = {
  language: 'en',
  ...readTexts('en'),
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

export type LanguageTexts = typeof en;
