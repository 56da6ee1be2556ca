import { DAY_MS } from '../base/durations.ts';

/** Limits of the ledger. Limits that several features use are in base/. */

/**
 * The time for which idempotency keys are kept after the end of what they made. The API description
 * states this time and the next one.
 */
export const KEEP_KEYS_MS = DAY_MS;
/**
 * The time for which keys of keysends are kept, longer than others: a repeated invoice payment is
 * also known by its hash, a repeated keysend only by its key.
 */
export const KEEP_KEYSEND_KEYS_MS = 30 * DAY_MS;

/** The number of older records that are filled at a time, and the pause before the next ones. */
export const FILL_STEP = 500;
export const FILL_PAUSE_MS = 100;

/**
 * The time before the last look that a look for changed wallets covers as well, as a commit may
 * become visible late.
 */
export const FEED_BACK_MS = 2000;
/** The longer time before the last look that one look in each FEED_FAR_MS covers. */
export const FEED_FAR_BACK_MS = 30_000;
export const FEED_FAR_MS = 10_000;
/** The interval in which listeners compare all wallets with what they know of them. */
export const FEED_ALL_MS = 300_000;
/** The most wallets that one look asks about by name. */
export const MAX_FEED_ASKED = 5000;
/** The number of changes not yet told to a listener from which it looks at all wallets instead. */
export const MAX_FEED_UNHEARD = 10_000;
