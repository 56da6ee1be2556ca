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
  lifetimes,
  node,
  overview,
  pairing,
  oversight,
  refusals,
  scopes,
  signatures,
  tokens,
  users,
  webhooks,
};
