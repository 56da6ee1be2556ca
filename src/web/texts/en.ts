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

export type LanguageTexts = typeof en;
