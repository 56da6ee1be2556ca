import { accountFields } from './en/account-fields.ts';
import { accountProblems } from './en/account-problems.ts';
import { activity, records } from './en/activity.ts';
import { activityRecord } from './en/activity-record.ts';
import { address } from './en/address.ts';
import { budget } from './en/budget.ts';
import { clients } from './en/clients.ts';
import { confirm } from './en/confirm.ts';
import { connectedApps } from './en/connected-apps.ts';
import { connections } from './en/connections.ts';
import { consent } from './en/consent.ts';
import { deliveries } from './en/deliveries.ts';
import { frame } from './en/frame.ts';
import { home, landing } from './en/home.ts';
import { lifetimes } from './en/lifetimes.ts';
import { node } from './en/node.ts';
import { offline } from './en/offline.ts';
import { passkeyForm } from './en/passkey-form.ts';
import { passwords } from './en/passwords.ts';
import { pay } from './en/pay.ts';
import { play } from './en/play.ts';
import { preferences, worth } from './en/preferences.ts';
import { problems } from './en/problems.ts';
import { profile } from './en/profile.ts';
import { receive } from './en/receive.ts';
import { refusals } from './en/refusals.ts';
import { scopes } from './en/scopes.ts';
import { security } from './en/security.ts';
import { securityChanges } from './en/security-changes.ts';
import { send } from './en/send.ts';
import { sendRefused } from './en/send-refused.ts';
import { signIn, signOut } from './en/sign-in.ts';
import { signUp } from './en/sign-up.ts';
import { signatures } from './en/signatures.ts';
import { statements } from './en/statements.ts';
import { tokens } from './en/tokens.ts';
import { users } from './en/users.ts';
import { webhooks } from './en/webhooks.ts';
import { withdraw } from './en/withdraw.ts';

/** English. Other languages have the same type, so a missing text does not compile. */
export const en = {
  language: 'en',
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

export type LanguageTexts = typeof en;
