import type { LanguageTexts } from './en.ts';
import { accountFields } from './es/account-fields.ts';
import { accountProblems } from './es/account-problems.ts';
import { activity, records } from './es/activity.ts';
import { activityRecord } from './es/activity-record.ts';
import { address } from './es/address.ts';
import { budget } from './es/budget.ts';
import { clients } from './es/clients.ts';
import { confirm } from './es/confirm.ts';
import { connectedApps } from './es/connected-apps.ts';
import { connections } from './es/connections.ts';
import { consent } from './es/consent.ts';
import { deliveries } from './es/deliveries.ts';
import { frame } from './es/frame.ts';
import { home, landing } from './es/home.ts';
import { lifetimes } from './es/lifetimes.ts';
import { node } from './es/node.ts';
import { offline } from './es/offline.ts';
import { passkeyForm } from './es/passkey-form.ts';
import { passwords } from './es/passwords.ts';
import { pay } from './es/pay.ts';
import { play } from './es/play.ts';
import { preferences, worth } from './es/preferences.ts';
import { problems } from './es/problems.ts';
import { profile } from './es/profile.ts';
import { receive } from './es/receive.ts';
import { refusals } from './es/refusals.ts';
import { scopes } from './es/scopes.ts';
import { security } from './es/security.ts';
import { securityChanges } from './es/security-changes.ts';
import { send } from './es/send.ts';
import { sendRefused } from './es/send-refused.ts';
import { signIn, signOut } from './es/sign-in.ts';
import { signUp } from './es/sign-up.ts';
import { signatures } from './es/signatures.ts';
import { statements } from './es/statements.ts';
import { tokens } from './es/tokens.ts';
import { users } from './es/users.ts';
import { webhooks } from './es/webhooks.ts';
import { withdraw } from './es/withdraw.ts';

/** Spanish: neutral, for Latin America and Spain. */
export const es: LanguageTexts = {
  language: 'es',
  accountFields,
  accountProblems,
  address,
  budget,
  clients,
  confirm,
  connectedApps,
  connections,
  consent,
  deliveries,
  frame,
  landing,
  lifetimes,
  node,
  home,
  receive,
  play,
  offline,
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
  refusals,
  scopes,
  security,
  send,
  sendRefused,
  securityChanges,
  signIn,
  signOut,
  signUp,
  signatures,
  statements,
  tokens,
  users,
  webhooks,
  withdraw,
};
