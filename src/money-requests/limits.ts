import { DAY_MS } from '../base/durations.ts';

/** Limits of requests for money. Limits that several features use are in base/. */

/** The most open requests for money of one user to one name. */
export const MAX_OPEN_OF_PAIR = 10;
/** The most open requests for money of one user in all. */
export const MAX_OPEN_OF_ASKER = 30;
/** The most new requests for money of one user in a day, open or not. */
export const MAX_REQUESTS_A_DAY = 50;
/** The most open requests that a user is told of; further ones reach no one. */
export const MAX_OPEN_OF_PAYER = 100;
/** The time for which requests that are no longer open stay in lists. */
export const KEEP_REQUESTS_MS = 30 * DAY_MS;
/** The number of requests that a list shows, the newest ones. */
export const SHOWN_REQUESTS = 50;
/** The number of contacts that are offered to be asked, the first ones by name. */
export const OFFERED_CONTACTS = 12;
