import { DAY_MS } from '../base/durations.ts';

/** Limits of the pages about a wallet's history. Limits that several features use are in base/. */

/** The numbers of lines on the page Activity, and on the start page. */
export const ACTIVITY_RECORDS = 20;
export const HOME_RECORDS = 8;
/**
 * The most payments under way that stand above the records on the page Activity and on the start
 * page.
 */
export const SHOWN_PENDING = 20;
/** The number of newest approvals among which the page Activity looks for those without payment. */
export const SHOWN_ASKED = 50;
/**
 * The most open invoices that the page Activity shows above the records. With a filter for open
 * invoices it shows all that were found.
 */
export const SHOWN_WAITING = 3;
/**
 * Open invoices are looked for only among this many unexpired invoices of a user, so that the query
 * stays cheap even if an app made very many.
 */
export const SEARCHED_INVOICES = 100;
/**
 * Deposits that are not credited yet are looked for only among this many newest deposits of a user
 * (SEARCHED_DEPOSITS), and at most so many of them are shown (SHOWN_DEPOSITS). Anyone can send many
 * small deposits to an address, so the query must stay cheap.
 */
export const SEARCHED_DEPOSITS = 100;
export const SHOWN_DEPOSITS = 10;
/**
 * The most records, and the most bytes of records, through which one page with a filter searches.
 */
export const SEARCHED_RECORDS = 10_000;
export const SEARCHED_BYTES = 33_554_432;
/**
 * The time after which the database stops a search. Usually a search takes some tenths of a second.
 */
export const SEARCH_TIMEOUT_MS = 3000;
/** The longest text that a search looks for; a longer one finds nothing. */
export const MAX_SEARCH_LENGTH = 100;
/** The most apps and tokens that the filter of the page Activity offers. */
export const OFFERED_SPENDERS = 200;
/** The greatest length of a user's note about a record, in UTF-16 units. */
export const MAX_RECORD_NOTE_LENGTH = 500;
/**
 * The most webhook deliveries that the page of a record lists. A user has few endpoints, each with
 * one delivery of the record.
 */
export const SHOWN_RECORD_DELIVERIES = 50;
/**
 * The time after which a payment whose outcome is still unknown may need the operator, so that its
 * page says so.
 */
export const LONG_UNKNOWN_MS = DAY_MS;

/**
 * The times for which two answers about the service are kept: the time of the newest checkpoint of
 * what users are owed, and what the node holds.
 */
export const KEEP_PROOF_TIME_MS = 10_000;
export const KEEP_NODE_SAID_MS = 60_000;
