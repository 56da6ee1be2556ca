import { readTexts } from './catalogue.ts';
import { budget } from './en/apps/budget.ts';
import { clients } from './en/apps/clients.ts';
import { deliveries } from './en/apps/deliveries.ts';
import { signatures } from './en/apps/signatures.ts';
import { tokens } from './en/apps/tokens.ts';
import { webhooks } from './en/apps/webhooks.ts';
import { actions } from './en/operate/actions.ts';
import { alarmAdvice } from './en/operate/alarm-advice.ts';
import { oversight } from './en/operate/oversight.ts';

/** English. Other languages have the same type, so a missing text does not compile. */
export const en = {
  language: 'en',
  ...readTexts('en'),
  actions,
  alarmAdvice,
  budget,
  clients,
  deliveries,
  oversight,
  signatures,
  tokens,
  webhooks,
};

export type LanguageTexts = typeof en;
