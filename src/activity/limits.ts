import { DAY_MS } from '../base/durations.ts';

/** Limits of this feature alone. Limits that several features use are in base/. */

/** The number of lines on the page Activity, and on the start page. */
export const ACTIVITY_RECORDS = 20;
export const HOME_RECORDS = 8;
/** The most payments on their way that stand above the records of these two pages. */
export const SHOWN_PENDING = 20;
/** The most open invoices that stand above the records, while nothing is filtered. */
export const SHOWN_WAITING = 3;
/** The number of unexpired invoices among which open ones are looked for. */
export const SEARCHED_INVOICES = 100;
/**
 * The number of a user's deposits among which open ones are looked for, and the most open ones that
 * are shown.
 */
export const SEARCHED_DEPOSITS = 100;
export const SHOWN_DEPOSITS = 10;
/** The most records, and the most bytes of them, that one page with a filter looks at. */
export const SEARCHED_RECORDS = 10_000;
export const SEARCHED_BYTES = 33_554_432;
/** The time after which a search is given up; usually it takes some tenths of a second. */
export const SEARCH_TIMEOUT_MS = 3000;
/** The longest text that a search looks for; a longer one finds nothing. */
export const MAX_SEARCH_LENGTH = 100;
/** The most apps and tokens that the filter of the page Activity offers. */
export const OFFERED_SPENDERS = 200;
/** The greatest length of a user's note about a record, in UTF-16 units. */
export const MAX_RECORD_NOTE_LENGTH = 500;
/** The most webhook deliveries that the page of a record names: endpoints of one user are few. */
export const SHOWN_RECORD_DELIVERIES = 50;
/** The time after which a payment without a known end may need the operator. */
export const LONG_UNKNOWN_MS = DAY_MS;

/** The greatest age of the newest checkpoint, and of figures of the node, on public pages. */
export const KEEP_PROOF_TIME_MS = 10_000;
export const KEEP_NODE_SAID_MS = 60_000;
