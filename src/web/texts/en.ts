import { readTexts } from './catalogue.ts';

/** English. Other languages have the same type, so a missing text does not compile. */
export const en = {
  language: 'en',
  ...readTexts('en'),
};

export type LanguageTexts = typeof en;
