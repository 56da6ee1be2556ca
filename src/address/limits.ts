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
/** The most bytes of a payer's data about themselves (LUD-18), as JSON. */
export const MAX_PAYER_DATA_BYTES = 4096;
/**
 * The greatest nesting of a payer's data about themselves. LUD-18 needs hardly any nesting. The
 * data is shown within lists, and some programs cannot read JSON that is nested deeper than 64
 * levels.
 */
export const MAX_PAYER_DATA_DEPTH = 8;
/** The time for which an invoice that was requested through a lightning address can be paid. */
export const ADDRESS_INVOICE_EXPIRY_SEC = 900;
/**
 * The time after its expiry when an unpaid invoice is removed. It is not removed at once, because
 * an HTLC that the node holds may still settle it.
 */
export const KEEP_EXPIRED_ADDRESS_INVOICES_MS = HOUR_MS;
/**
 * The most invoices for strangers that one process has the node make at the same time, so that the
 * node has time for users.
 */
export const MAX_ADDRESS_INVOICES_AT_ONCE = 16;
/** The most requests for invoices, from all networks together, that wait for their turn. */
export const MAX_WAITING_CALLBACKS = 256;
/** The time after which a payer whose request still waits for its turn is told to try again. */
export const CALLBACK_WAIT_MS = 10_000;
/** The most zap receipts that one process sends at the same time, and the most for one payee. */
export const MAX_ZAPS_AT_ONCE = 64;
export const MAX_ZAPS_AT_ONCE_PER_USER = 16;
/** The time for which the database keeps a zap receipt after it was sent or given up. */
export const KEEP_SENT_ZAPS_MS = 30 * DAY_MS;
