import type { LanguageTexts } from './en.ts';
import { accountFields } from './pt/account-fields.ts';
import { accountProblems } from './pt/account-problems.ts';
import { activity, records } from './pt/activity.ts';
import { activityRecord } from './pt/activity-record.ts';
import { address } from './pt/address.ts';
import { budget } from './pt/budget.ts';
import { clients } from './pt/clients.ts';
import { confirm } from './pt/confirm.ts';
import { connectedApps } from './pt/connected-apps.ts';
import { connections } from './pt/connections.ts';
import { consent } from './pt/consent.ts';
import { deliveries } from './pt/deliveries.ts';
import { frame } from './pt/frame.ts';
import { home, landing } from './pt/home.ts';
import { lifetimes } from './pt/lifetimes.ts';
import { node } from './pt/node.ts';
import { offline } from './pt/offline.ts';
import { passkeyForm } from './pt/passkey-form.ts';
import { passwords } from './pt/passwords.ts';
import { pay } from './pt/pay.ts';
import { play } from './pt/play.ts';
import { preferences, worth } from './pt/preferences.ts';
import { problems } from './pt/problems.ts';
import { profile } from './pt/profile.ts';
import { receive } from './pt/receive.ts';
import { refusals } from './pt/refusals.ts';
import { scopes } from './pt/scopes.ts';
import { security } from './pt/security.ts';
import { securityChanges } from './pt/security-changes.ts';
import { send } from './pt/send.ts';
import { sendRefused } from './pt/send-refused.ts';
import { signIn, signOut } from './pt/sign-in.ts';
import { signUp } from './pt/sign-up.ts';
import { signatures } from './pt/signatures.ts';
import { statements } from './pt/statements.ts';
import { tokens } from './pt/tokens.ts';
import { users } from './pt/users.ts';
import { webhooks } from './pt/webhooks.ts';
import { withdraw } from './pt/withdraw.ts';

export const pt: LanguageTexts = {
  language: 'pt',
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
