import { readTexts } from './catalogue.ts';
import type { LanguageTexts } from './en.ts';
import { accountFields } from './es/account/account-fields.ts';
import { accountProblems } from './es/account/account-problems.ts';
import { address } from './es/account/address.ts';
import { confirm } from './es/account/confirm.ts';
import { leave } from './es/account/leave.ts';
import { passkeyForm } from './es/account/passkey-form.ts';
import { passwords } from './es/account/passwords.ts';
import { preferences, worth } from './es/account/preferences.ts';
import { profile } from './es/account/profile.ts';
import { security } from './es/account/security.ts';
import { securityChanges } from './es/account/security-changes.ts';
import { signIn, signOut } from './es/account/sign-in.ts';
import { signUp } from './es/account/sign-up.ts';
import { frame } from './es/frame.ts';
import { node } from './es/node.ts';
import { offline } from './es/offline.ts';
import { actions } from './es/operate/actions.ts';
import { alarmAdvice } from './es/operate/alarm-advice.ts';
import { oversight } from './es/operate/oversight.ts';
import { overview } from './es/operate-overview.ts';
import { problems } from './es/problems.ts';
import { refusals } from './es/refusals.ts';
import { users } from './es/users.ts';
import { activity, records } from './es/wallet/activity.ts';
import { activityRecord } from './es/wallet/activity-record.ts';
import { home, landing } from './es/wallet/home.ts';
import { pay } from './es/wallet/pay.ts';
import { play } from './es/wallet/play.ts';
import { proof } from './es/wallet/proof.ts';
import { receive } from './es/wallet/receive.ts';
import { scan } from './es/wallet/scan.ts';
import { send } from './es/wallet/send.ts';
import { sendRefused } from './es/wallet/send-refused.ts';
import { statements } from './es/wallet/statements.ts';
import { withdraw } from './es/wallet/withdraw.ts';

/** Spanish: neutral, for Latin America and Spain. */
export const es: LanguageTexts = {
  language: 'es',
  ...readTexts('es'),
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
