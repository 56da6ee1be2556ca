import { readTexts } from './catalogue.ts';
import { budget } from './en/apps/budget.ts';
import { clients } from './en/apps/clients.ts';
import { deliveries } from './en/apps/deliveries.ts';
import { signatures } from './en/apps/signatures.ts';
import { tokens } from './en/apps/tokens.ts';
import { webhooks } from './en/apps/webhooks.ts';

/** English. Other languages have the same type, so a missing text does not compile. */
export const en = {
  language: 'en',
  ...readTexts('en'),
  budget,
  clients,
  deliveries,
  signatures,
  tokens,
  webhooks,
};

export type LanguageTexts = typeof en;
