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
/**
 * Bodies that a network of strangers, or a user, may send per second: a burst of 4 MiB, then 1 MiB.
 * Whatever is smaller counts as one KiB.
 */
export const BODY_KIB = { burst: 4096, perSec: 1024, mostPerSec: 4096 };
/** Bytes of bodies that are half there: in total, and per network. */
export const MAX_OPEN_BODY_BYTES = 33_554_432;
export const MAX_OPEN_BODY_BYTES_OF_NETWORK = 4_194_304;
/** What is read and thrown away of a body that was refused, so that the answer can be read. */
export const MAX_THROWN_AWAY_BYTES = 262_144;
/** How long a connection stays open for that. */
export const THROW_AWAY_MS = 2000;
/** A login and a password, or a token. */
export const MAX_LNDHUB_LOGIN_BYTES = 4096;
