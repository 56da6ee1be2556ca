import { budget } from './en/budget.ts';
import { clients } from './en/clients.ts';
import { connectedApps } from './en/connected-apps.ts';
import { consent } from './en/consent.ts';
import { deliveries } from './en/deliveries.ts';
import { frame } from './en/frame.ts';
import { lifetimes } from './en/lifetimes.ts';
import { node } from './en/node.ts';
import { landing, overview } from './en/overview.ts';
import { passkeyForm } from './en/passkey-form.ts';
import { problems } from './en/problems.ts';
import { scopes } from './en/scopes.ts';
import { signatures } from './en/signatures.ts';
import { tokens } from './en/tokens.ts';
import { webhooks } from './en/webhooks.ts';

/** English. Other languages have the same type, so a missing text does not compile. */
export const en = {
  language: 'en',
  budget,
  clients,
  connectedApps,
  consent,
  deliveries,
  frame,
  landing,
  lifetimes,
  node,
  overview,
  passkeyForm,
  problems,
  scopes,
  signatures,
  tokens,
  webhooks,
};

export type PageTexts = typeof en;
