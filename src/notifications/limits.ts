import { DAY_MS } from '../base/durations.ts';

/** Limits of notices. Limits that several features use are in base/. */

export const KEEP_NOTICES_MS = 90 * DAY_MS;

/** The time for which a browser in which someone signed in counts as known at its address. */
export const KEEP_SIGN_IN_PLACES_MS = 180 * DAY_MS;

/** The most users that one statement names for the job which looks for notices. */
export const NOTICES_LOOKED_AT_ONCE = 200;
/** The interval at which a process looks whose wallets have changed. */
export const NOTICES_FEED_MS = 1000;
