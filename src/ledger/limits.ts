import { DAY_MS } from '../base/durations.ts';

/** Limits of the ledger. Those that several features use stand in base/. */

/**
 * The time after the end of what they made when idempotency keys are deleted. The API description
 * states both times.
 */
export const KEEP_KEYS_MS = DAY_MS;
/**
 * Keys of keysends are kept longer: a repeated invoice payment is also known by its hash, a
 * repeated keysend only by its key.
 */
export const KEEP_KEYSEND_KEYS_MS = 30 * DAY_MS;

/** Records of older versions that are filled at a time, and the pause before the next ones. */
export const FILL_STEP = 500;
export const FILL_PAUSE_MS = 100;

/**
 * The time before the last look that a look for changed wallets covers too: a commit takes less.
 */
export const FEED_BACK_MS = 2000;
/** A look in each FEED_FAR_MS covers a longer time before the last one. */
export const FEED_FAR_BACK_MS = 30_000;
export const FEED_FAR_MS = 10_000;
/** The interval in which listeners compare all wallets with what they know. */
export const FEED_ALL_MS = 300_000;
/** Wallets that one look asks about by name. */
export const MAX_FEED_ASKED = 5000;
/** The number of unheard changes above which a listener looks at all wallets. */
export const MAX_FEED_UNHEARD = 10_000;
