import { accountFields } from './de/account-fields.ts';
import { accountProblems } from './de/account-problems.ts';
import { activity, records } from './de/activity.ts';
import { activityRecord } from './de/activity-record.ts';
import { address } from './de/address.ts';
import { budget } from './de/budget.ts';
import { clients } from './de/clients.ts';
import { confirm } from './de/confirm.ts';
import { connectedApps } from './de/connected-apps.ts';
import { connections } from './de/connections.ts';
import { consent } from './de/consent.ts';
import { deliveries } from './de/deliveries.ts';
import { frame } from './de/frame.ts';
import { home, landing } from './de/home.ts';
import { lifetimes } from './de/lifetimes.ts';
import { node } from './de/node.ts';
import { offline } from './de/offline.ts';
import { passkeyForm } from './de/passkey-form.ts';
import { passwords } from './de/passwords.ts';
import { pay } from './de/pay.ts';
import { play } from './de/play.ts';
import { preferences, worth } from './de/preferences.ts';
import { problems } from './de/problems.ts';
import { profile } from './de/profile.ts';
import { receive } from './de/receive.ts';
import { refusals } from './de/refusals.ts';
import { scopes } from './de/scopes.ts';
import { security } from './de/security.ts';
import { securityChanges } from './de/security-changes.ts';
import { send } from './de/send.ts';
import { sendRefused } from './de/send-refused.ts';
import { signIn, signOut } from './de/sign-in.ts';
import { signUp } from './de/sign-up.ts';
import { signatures } from './de/signatures.ts';
import { statements } from './de/statements.ts';
import { tokens } from './de/tokens.ts';
import { users } from './de/users.ts';
import { webhooks } from './de/webhooks.ts';
import { withdraw } from './de/withdraw.ts';
import type { LanguageTexts } from './en.ts';

/** German. */
export const de: LanguageTexts = {
  language: 'de',
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
