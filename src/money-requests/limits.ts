import { DAY_MS } from '../base/durations.ts';

/** Limits of requests for money between users. Limits that several features use are in base/. */

/** The most open requests by one user to the same person. */
export const MAX_OPEN_OF_PAIR = 10;
/** The most open requests by one user to everyone together. */
export const MAX_OPEN_OF_ASKER = 30;
/** The most new requests that one user may make in a day, whether they are still open or not. */
export const MAX_REQUESTS_A_DAY = 50;
/** The most open requests to one user. Further requests are stored, but not shown to the user. */
export const MAX_OPEN_OF_PAYER = 100;
/** The time after which requests that are no longer open are removed from lists. */
export const KEEP_REQUESTS_MS = 30 * DAY_MS;
/** The number of requests that a list shows, newest first. */
export const SHOWN_REQUESTS = 50;
/** The number of contacts that the form offers as people to ask, in the order of their names. */
export const OFFERED_CONTACTS = 12;
