import { readTexts } from './catalogue.ts';
import type { LanguageTexts } from './en.ts';
import { budget } from './es/apps/budget.ts';
import { clients } from './es/apps/clients.ts';
import { connectedApps } from './es/apps/connected-apps.ts';
import { connections } from './es/apps/connections.ts';
import { consent } from './es/apps/consent.ts';
import { deliveries } from './es/apps/deliveries.ts';
import { lifetimes } from './es/apps/lifetimes.ts';
import { pairing } from './es/apps/pairing.ts';
import { scopes } from './es/apps/scopes.ts';
import { signatures } from './es/apps/signatures.ts';
import { tokens } from './es/apps/tokens.ts';
import { webhooks } from './es/apps/webhooks.ts';
import { node } from './es/node.ts';
import { actions } from './es/operate/actions.ts';
import { alarmAdvice } from './es/operate/alarm-advice.ts';
import { oversight } from './es/operate/oversight.ts';
import { overview } from './es/operate-overview.ts';
import { refusals } from './es/refusals.ts';
import { users } from './es/users.ts';
import { activity, records } from './es/wallet/activity.ts';
import { activityRecord } from './es/wallet/activity-record.ts';
import { home, landing } from './es/wallet/home.ts';
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
  actions,
  alarmAdvice,
  budget,
  clients,
  connectedApps,
  connections,
  consent,
  deliveries,
  landing,
  lifetimes,
  node,
  overview,
  pairing,
  home,
  receive,
  play,
  oversight,
  records,
  activity,
  activityRecord,
  proof,
  refusals,
  scan,
  scopes,
  send,
  sendRefused,
  signatures,
  statements,
  tokens,
  users,
  webhooks,
  withdraw,
};
