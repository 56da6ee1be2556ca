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
