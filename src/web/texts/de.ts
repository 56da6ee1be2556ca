import { readTexts } from './catalogue.ts';
import { budget } from './de/apps/budget.ts';
import { clients } from './de/apps/clients.ts';
import { connectedApps } from './de/apps/connected-apps.ts';
import { connections } from './de/apps/connections.ts';
import { consent } from './de/apps/consent.ts';
import { deliveries } from './de/apps/deliveries.ts';
import { lifetimes } from './de/apps/lifetimes.ts';
import { pairing } from './de/apps/pairing.ts';
import { scopes } from './de/apps/scopes.ts';
import { signatures } from './de/apps/signatures.ts';
import { tokens } from './de/apps/tokens.ts';
import { webhooks } from './de/apps/webhooks.ts';
import { node } from './de/node.ts';
import { actions } from './de/operate/actions.ts';
import { alarmAdvice } from './de/operate/alarm-advice.ts';
import { oversight } from './de/operate/oversight.ts';
import { overview } from './de/operate-overview.ts';
import { refusals } from './de/refusals.ts';
import { users } from './de/users.ts';
import { activity, records } from './de/wallet/activity.ts';
import { activityRecord } from './de/wallet/activity-record.ts';
import { home, landing } from './de/wallet/home.ts';
import { play } from './de/wallet/play.ts';
import { proof } from './de/wallet/proof.ts';
import { receive } from './de/wallet/receive.ts';
import { scan } from './de/wallet/scan.ts';
import { send } from './de/wallet/send.ts';
import { sendRefused } from './de/wallet/send-refused.ts';
import { statements } from './de/wallet/statements.ts';
import { withdraw } from './de/wallet/withdraw.ts';
import type { LanguageTexts } from './en.ts';

/** German. */
export const de: LanguageTexts = {
  language: 'de',
  ...readTexts('de'),
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
