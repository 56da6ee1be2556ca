import { readTexts } from './catalogue.ts';
import { signatures } from './en/apps/signatures.ts';

/** English. Other languages have the same type, so a missing text does not compile. */
export const en = {
  language: 'en',
  ...readTexts('en'),
  signatures,
};

export type LanguageTexts = typeof en;
