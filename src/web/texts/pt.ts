import { readTexts } from './catalogue.ts';
import type { LanguageTexts } from './en.ts';
import { budget } from './pt/apps/budget.ts';
import { clients } from './pt/apps/clients.ts';
import { deliveries } from './pt/apps/deliveries.ts';
import { signatures } from './pt/apps/signatures.ts';
import { tokens } from './pt/apps/tokens.ts';
import { webhooks } from './pt/apps/webhooks.ts';

export const pt: LanguageTexts = {
  language: 'pt',
  ...readTexts('pt'),
  budget,
  clients,
  deliveries,
  signatures,
  tokens,
  webhooks,
};
