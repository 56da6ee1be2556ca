import { readTexts } from './catalogue.ts';
import { budget } from './en/apps/budget.ts';
import { clients } from './en/apps/clients.ts';
import { connectedApps } from './en/apps/connected-apps.ts';
import { connections } from './en/apps/connections.ts';
import { consent } from './en/apps/consent.ts';
import { deliveries } from './en/apps/deliveries.ts';
import { lifetimes } from './en/apps/lifetimes.ts';
import { pairing } from './en/apps/pairing.ts';
import { scopes } from './en/apps/scopes.ts';
import { signatures } from './en/apps/signatures.ts';
import { tokens } from './en/apps/tokens.ts';
import { webhooks } from './en/apps/webhooks.ts';
import { node } from './en/node.ts';
import { actions } from './en/operate/actions.ts';
import { alarmAdvice } from './en/operate/alarm-advice.ts';
import { oversight } from './en/operate/oversight.ts';
import { overview } from './en/operate-overview.ts';
import { refusals } from './en/refusals.ts';
import { users } from './en/users.ts';
import { activity, records } from './en/wallet/activity.ts';
import { activityRecord } from './en/wallet/activity-record.ts';
import { home, landing } from './en/wallet/home.ts';
import { play } from './en/wallet/play.ts';
import { proof } from './en/wallet/proof.ts';
import { receive } from './en/wallet/receive.ts';
import { scan } from './en/wallet/scan.ts';
import { send } from './en/wallet/send.ts';
import { sendRefused } from './en/wallet/send-refused.ts';
import { statements } from './en/wallet/statements.ts';
import { withdraw } from './en/wallet/withdraw.ts';

/** English. Other languages have the same type, so a missing text does not compile. */
export const en = {
  language: 'en',
  ...readTexts('en'),
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

export type LanguageTexts = typeof en;
