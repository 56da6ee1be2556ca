import { readTexts } from './catalogue.ts';
import type { LanguageTexts } from './en.ts';
import { accountFields } from './pt/account/account-fields.ts';
import { accountProblems } from './pt/account/account-problems.ts';
import { address } from './pt/account/address.ts';
import { confirm } from './pt/account/confirm.ts';
import { leave } from './pt/account/leave.ts';
import { passkeyForm } from './pt/account/passkey-form.ts';
import { passwords } from './pt/account/passwords.ts';
import { preferences, worth } from './pt/account/preferences.ts';
import { profile } from './pt/account/profile.ts';
import { security } from './pt/account/security.ts';
import { securityChanges } from './pt/account/security-changes.ts';
import { signIn, signOut } from './pt/account/sign-in.ts';
import { signUp } from './pt/account/sign-up.ts';
import { frame } from './pt/frame.ts';
import { node } from './pt/node.ts';
import { offline } from './pt/offline.ts';
import { actions } from './pt/operate/actions.ts';
import { alarmAdvice } from './pt/operate/alarm-advice.ts';
import { oversight } from './pt/operate/oversight.ts';
import { overview } from './pt/operate-overview.ts';
import { problems } from './pt/problems.ts';
import { refusals } from './pt/refusals.ts';
import { users } from './pt/users.ts';
import { activity, records } from './pt/wallet/activity.ts';
import { activityRecord } from './pt/wallet/activity-record.ts';
import { home, landing } from './pt/wallet/home.ts';
import { pay } from './pt/wallet/pay.ts';
import { play } from './pt/wallet/play.ts';
import { proof } from './pt/wallet/proof.ts';
import { receive } from './pt/wallet/receive.ts';
import { scan } from './pt/wallet/scan.ts';
import { send } from './pt/wallet/send.ts';
import { sendRefused } from './pt/wallet/send-refused.ts';
import { statements } from './pt/wallet/statements.ts';
import { withdraw } from './pt/wallet/withdraw.ts';

export const pt: LanguageTexts = {
  language: 'pt',
  ...readTexts('pt'),
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
