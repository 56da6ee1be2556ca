import { readTexts } from './catalogue.ts';
import type { LanguageTexts } from './en.ts';
import { budget } from './es/apps/budget.ts';
import { clients } from './es/apps/clients.ts';
import { deliveries } from './es/apps/deliveries.ts';
import { signatures } from './es/apps/signatures.ts';
import { tokens } from './es/apps/tokens.ts';
import { webhooks } from './es/apps/webhooks.ts';

/** Spanish: neutral, for Latin America and Spain. */
export const es: LanguageTexts = {
  language: 'es',
  ...readTexts('es'),
  budget,
  clients,
  deliveries,
  signatures,
  tokens,
  webhooks,
};
