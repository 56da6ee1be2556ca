import { readTexts } from './catalogue.ts';
import type { LanguageTexts } from './en.ts';
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
import { node } from './pt/node.ts';
import { actions } from './pt/operate/actions.ts';
import { alarmAdvice } from './pt/operate/alarm-advice.ts';
import { oversight } from './pt/operate/oversight.ts';
import { overview } from './pt/operate-overview.ts';
import { refusals } from './pt/refusals.ts';
import { users } from './pt/users.ts';
import { activity, records } from './pt/wallet/activity.ts';
import { activityRecord } from './pt/wallet/activity-record.ts';
import { home, landing } from './pt/wallet/home.ts';
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
