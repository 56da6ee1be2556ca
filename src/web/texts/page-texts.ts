import type { Formatters } from '../pages/formatters.ts';
import type { LanguageTexts } from './languages.ts';

/** What a page says: texts of one language, and figures as its reader wants them. */
export interface PageTexts extends LanguageTexts {
  readonly format: Formatters;
}
