import { createFigures } from '../../src/http/pages/kit/figures.ts';
import { en } from '../../src/http/pages/texts/en.ts';
import type { PageTexts } from '../../src/http/pages/texts/page-texts.ts';

/** What a page says to a guest whose browser asks for English. */
export const englishTexts = (): PageTexts => ({
  ...en,
  figures: createFigures({ locale: 'en', unit: 'sat', timeZone: null, hidesAmounts: false }),
});
