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
import { offline } from './pt/offline.ts';
import { problems } from './pt/problems.ts';
import { refusals } from './pt/refusals.ts';
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
  budget,
  clients,
  confirm,
  connectedApps,
  connections,
  consent,
  deliveries,
  frame,
  landing,
  leave,
  lifetimes,
  pairing,
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
  proof,
  refusals,
  scan,
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
  webhooks,
  withdraw,
};
