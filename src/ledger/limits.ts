import { DAY_MS } from '../base/durations.ts';

/** Limits of the ledger. Limits that several features use are in base/. */

/**
 * The time for which idempotency keys are kept after the payment or invoice that they made has
 * ended. The API description states this time and KEEP_KEYSEND_KEYS_MS.
 */
export const KEEP_KEYS_MS = DAY_MS;
/**
 * The time for which idempotency keys of keysends are kept. It is longer than for other keys, as a
 * repeated payment of an invoice is also recognised by its hash, but a repeated keysend only by its
 * key.
 */
export const KEEP_KEYSEND_KEYS_MS = 30 * DAY_MS;

/**
 * The number of records from older versions whose new columns are filled in one step; FILL_PAUSE_MS
 * is the pause before the next step.
 */
export const FILL_STEP = 500;
export const FILL_PAUSE_MS = 100;

/**
 * How far each search for changed wallets reaches back before the last search, as a commit may
 * become visible late.
 */
export const FEED_BACK_MS = 2000;
/**
 * How far a search for changed wallets reaches back before the last one, once in each FEED_FAR_MS,
 * for commits that take very long to become visible.
 */
export const FEED_FAR_BACK_MS = 30_000;
export const FEED_FAR_MS = 10_000;
/**
 * The interval in which listeners are told that any wallet may have changed, in case a change was
 * missed.
 */
export const FEED_ALL_MS = 300_000;
/** The most users whose wallets one search reads because a listener asked for them. */
export const MAX_FEED_ASKED = 5000;
/**
 * The most changes that wait for one listener. A listener for which more are waiting is told to
 * check all wallets instead.
 */
export const MAX_FEED_UNHEARD = 10_000;
