import { DAY_MS, HOUR_MS } from '../base/durations.ts';

/** Limits of lightning addresses. Limits that several features use are in base/. */

/** The most characters in the name of a lightning address. */
export const MAX_ADDRESS_NAME_LENGTH = 64;
/** The greatest length of the owner's text on the public page of an address, in UTF-16 units. */
export const MAX_PAY_PAGE_TEXT_LENGTH = 200;
/** The most amounts that the page of a lightning address offers to payers. */
export const MAX_PAY_PAGE_AMOUNTS = 4;
/** The number of times that a user may change their address name within a year. */
export const MAX_ADDRESS_NAME_CHANGES = 3;
/** The most bytes of what a payer says of themselves (LUD-18), as JSON. */
export const MAX_PAYER_DATA_BYTES = 4096;
/**
 * The greatest depth of what a payer says: LUD-18 is flat but for one field, and some readers of
 * lists stop at 64 levels of everything.
 */
export const MAX_PAYER_DATA_DEPTH = 8;
/** The time for which an invoice of an address is open. */
export const ADDRESS_INVOICE_EXPIRY_SEC = 900;
/** The time after their end when unpaid invoices are removed: a held payment may settle late. */
export const KEEP_EXPIRED_ADDRESS_INVOICES_MS = HOUR_MS;
/**
 * The most invoices that one process makes for payers at once, so that the node has time for
 * others.
 */
export const MAX_ADDRESS_INVOICES_AT_ONCE = 16;
/** The most calls for invoices, of all networks, that wait for their turn. */
export const MAX_WAITING_CALLBACKS = 256;
/** The time after which a payer who waits for their turn is told to try again. */
export const CALLBACK_WAIT_MS = 10_000;
/** The most receipts of zaps that are on their way from one process, and for one payee. */
export const MAX_ZAPS_AT_ONCE = 64;
export const MAX_ZAPS_AT_ONCE_PER_USER = 16;
/** The time for which the state of a sent receipt of a zap is kept. */
export const KEEP_SENT_ZAPS_MS = 30 * DAY_MS;
