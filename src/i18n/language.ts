/** Languages that pages and mails have. */
export const LANGUAGES = ['en', 'de', 'es', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

/** For readers of whom nothing is known. It has every message. */
export const DEFAULT_LANGUAGE: Language = 'en';
