import { DAY_MS } from '../base/durations.ts';

/** Limits of this feature. Those that several features use stand in base/. */

export const KEEP_NOTICES_MS = 90 * DAY_MS;

/** Within this time, a browser at an address is known. */
export const KEEP_SIGN_IN_PLACES_MS = 180 * DAY_MS;

/** People whose wallets one statement names for the job that looks for notices. */
export const NOTICES_LOOKED_AT_ONCE = 200;
/** How often a process hears whose wallets have changed. */
export const NOTICES_FEED_MS = 1000;
