import type { Language } from '../../users/preferences.ts';
import { de } from './de.ts';
import { en, type LanguageTexts } from './en.ts';
import { es } from './es.ts';
import { pt } from './pt.ts';

/** What the pages say, in every language that they have. */
export const LANGUAGE_TEXTS: Readonly<Record<Language, LanguageTexts>> = { en, de, es, pt };
