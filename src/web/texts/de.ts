import { readTexts } from './catalogue.ts';
import { budget } from './de/apps/budget.ts';
import { clients } from './de/apps/clients.ts';
import { deliveries } from './de/apps/deliveries.ts';
import { signatures } from './de/apps/signatures.ts';
import { tokens } from './de/apps/tokens.ts';
import { webhooks } from './de/apps/webhooks.ts';
import type { LanguageTexts } from './en.ts';

/** German. */
export const de: LanguageTexts = {
  language: 'de',
  ...readTexts('de'),
  budget,
  clients,
  deliveries,
  signatures,
  tokens,
  webhooks,
};
