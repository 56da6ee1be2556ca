import { DAY_MS } from '../base/durations.ts';

/** Limits of credentials and scopes. Limits that several features use are in base/. */

/** The time for which a PKCE method counts as needed after someone last came with it. */
export const CHALLENGE_RECORD_MS = 90 * DAY_MS;
/** The most uses of app grants that wait to be written. */
export const MAX_NOTED_USES = 10_000;

/** The greatest length of a path on this site to return to after signing in. */
export const MAX_RETURN_LENGTH = 4096;
