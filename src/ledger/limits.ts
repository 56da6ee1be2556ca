import { DAY_MS } from '../base/durations.ts';

/** Limits of this feature. Those that several features use stand in base/. */

/** For idempotency keys, from the end of what they made. The API description states both. */
export const KEEP_KEYS_MS = DAY_MS;
/** A repeated invoice payment is also known by its hash, a repeated keysend only by its key. */
export const KEEP_KEYSEND_KEYS_MS = 30 * DAY_MS;

/** Records of older versions that are filled at a time, and the pause before the next ones. */
export const FILL_STEP = 500;
export const FILL_PAUSE_MS = 100;

/** How far a look for changed wallets reaches back behind the last one: a commit takes less. */
export const FEED_BACK_MS = 2000;
/** Some looks reach back further, so often. */
export const FEED_FAR_BACK_MS = 30_000;
export const FEED_FAR_MS = 10_000;
/** Listeners compare all wallets with what they know so often. */
export const FEED_ALL_MS = 300_000;
/** Wallets that one look asks about by name. */
export const MAX_FEED_ASKED = 5000;
/** A listener with more changes than this that it has not heard looks at all wallets. */
export const MAX_FEED_UNHEARD = 10_000;
