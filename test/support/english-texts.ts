import { LANGUAGE_TEXTS } from '../../src/i18n/io/catalogues.ts';
import { createFormatters } from '../../src/web/pages/formatters.ts';
import type { PageTexts } from '../../src/web/texts/page-texts.ts';

export const { en } = LANGUAGE_TEXTS;

/** The texts of pages for a guest whose browser asks for English. */
export const englishTexts = (): PageTexts => ({
  ...en,
  format: createFormatters({ locale: 'en', unit: 'sat', timeZone: null, hidesAmounts: false }),
});
