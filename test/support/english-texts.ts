import { createFormatters } from '../../src/web/pages/formatters.ts';
import { en } from '../../src/web/texts/en.ts';
import type { PageTexts } from '../../src/web/texts/page-texts.ts';

/** What a page says to a guest whose browser asks for English. */
export const englishTexts = (): PageTexts => ({
  ...en,
  figures: createFormatters({ locale: 'en', unit: 'sat', timeZone: null, hidesAmounts: false }),
});
