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
import { budget } from './pt/apps/budget.ts';
import { clients } from './pt/apps/clients.ts';
import { connectedApps } from './pt/apps/connected-apps.ts';
import { connections } from './pt/apps/connections.ts';
import { consent } from './pt/apps/consent.ts';
import { deliveries } from './pt/apps/deliveries.ts';
import { lifetimes } from './pt/apps/lifetimes.ts';
import { pairing } from './pt/apps/pairing.ts';
import { scopes } from './pt/apps/scopes.ts';
import { signatures } from './pt/apps/signatures.ts';
import { tokens } from './pt/apps/tokens.ts';
import { webhooks } from './pt/apps/webhooks.ts';
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
import { pay } from './pt/wallet/pay.ts';

export const pt: LanguageTexts = {
  language: 'pt',
  ...readTexts('pt'),
  accountFields,
  accountProblems,
  address,
  actions,
  alarmAdvice,
  budget,
  clients,
  confirm,
  connectedApps,
  connections,
  consent,
  deliveries,
  frame,
  leave,
  lifetimes,
  node,
  overview,
  pairing,
  offline,
  oversight,
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
  securityChanges,
  signIn,
  signOut,
  signUp,
  signatures,
  tokens,
  users,
  webhooks,
};
