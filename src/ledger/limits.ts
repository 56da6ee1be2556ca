import { DAY_MS } from '../base/durations.ts';

/** Limits of this feature. Those that several features use stand in base/. */

/** For idempotency keys, from the end of what they made. The API description states both. */
export const KEEP_KEYS_MS = DAY_MS;
/** A repeated invoice payment is also known by its hash, a repeated keysend only by its key. */
export const KEEP_KEYSEND_KEYS_MS = 30 * DAY_MS;

/** Records of older versions that are filled at a time, and the pause before the next ones. */
export const FILL_STEP = 500;
export const FILL_PAUSE_MS = 250;
