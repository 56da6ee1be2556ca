import { DAY_MS } from '../base/durations.ts';

/** Limits of notices. Those that several features use stand in base/. */

export const KEEP_NOTICES_MS = 90 * DAY_MS;

/** The time for which a browser at an address counts as known. */
export const KEEP_SIGN_IN_PLACES_MS = 180 * DAY_MS;

/** People whose wallets one statement names for the job that looks for notices. */
export const NOTICES_LOOKED_AT_ONCE = 200;
/** The interval in which a process is told whose wallets have changed. */
export const NOTICES_FEED_MS = 1000;
