import { DAY_MS } from '../base/durations.ts';

/**
 * Limits of notices, which tell users what happened. Limits that several features use are in base/.
 */

export const KEEP_NOTICES_MS = 90 * DAY_MS;

/**
 * The time for which a browser and its network address are remembered after a sign-in. A sign-in
 * from remembered ones causes no notice.
 */
export const KEEP_SIGN_IN_PLACES_MS = 180 * DAY_MS;

/** The most users that one query returns in the job that searches for new notices. */
export const NOTICES_LOOKED_AT_ONCE = 200;
/** The interval at which a process checks in whose wallets something has changed. */
export const NOTICES_FEED_MS = 1000;
/** The time for which a notice is news, so that it is worth sending to a browser. */
export const PUSH_LIFE_MS = DAY_MS;
