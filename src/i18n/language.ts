/** Languages of pages and mails. */
export const LANGUAGES = ['en', 'de', 'es', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language for readers whose own language is not known. Its catalogue has every message. */
export const DEFAULT_LANGUAGE: Language = 'en';
