/** Limits of what bodies of requests may hold; see limits.ts for all others. */

/**
 * Commas, colons and opening brackets of a JSON body, outside its texts. To parse so many with care
 * takes three milliseconds, and no shop's metadata has a tenth of them.
 */
export const MAX_JSON_VALUES = 4096;
/** A call with up to MAX_KEYSENDS keysends, each with its records, may have more values. */
export const MAX_KEYSENDS_JSON_VALUES = 16_384;
/** How many names with their values a form or a query may have. */
export const MAX_PAIRS = 100;
