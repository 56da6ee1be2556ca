import { DAY_MS } from '../base/durations.ts';

/** Limits of credentials and scopes. Limits that several features use are in base/. */

/** The time after its last use for which a PKCE method counts as needed by an app. */
export const CHALLENGE_RECORD_MS = 90 * DAY_MS;
/** The most uses of app grants that wait in memory to be written to the database. */
export const MAX_NOTED_USES = 10_000;

/** The greatest length of the path of this site to which a user returns after signing in. */
export const MAX_RETURN_LENGTH = 4096;
