import { DAY_MS, HOUR_MS } from '../base/durations.ts';

/** Limits of this feature. Those that several features use stand in base/. */

/** Characters of a name. */
export const MAX_ADDRESS_NAME_LENGTH = 64;
/** In UTF-16 units: what the owner of an address can write on its public page. */
export const MAX_PAY_PAGE_TEXT_LENGTH = 200;
/** Amounts that the page offers. */
export const MAX_PAY_PAGE_AMOUNTS = 4;
/** How often a user may change their name within a year. */
export const MAX_ADDRESS_NAME_CHANGES = 3;
/** Bytes of what a payer says of themselves (LUD-18), as JSON. */
export const MAX_PAYER_DATA_BYTES = 4096;
/** LUD-18 is flat but for one field, and some readers of lists stop at 64 levels of everything. */
export const MAX_PAYER_DATA_DEPTH = 8;
/** How long an invoice of an address is open. */
export const ADDRESS_INVOICE_EXPIRY_SEC = 900;
/** Unpaid invoices are removed this long after they expired: a held payment may settle late. */
export const KEEP_EXPIRED_ADDRESS_INVOICES_MS = HOUR_MS;
/** Invoices that one process makes for payers at the same time: the node has time for others. */
export const MAX_ADDRESS_INVOICES_AT_ONCE = 16;
/** Calls of all networks that wait for their turn. */
export const MAX_WAITING_CALLBACKS = 256;
/** A payer who has waited this long for their turn is told to try again. */
export const CALLBACK_WAIT_MS = 10_000;
/** Receipts on their way from one process, and those of one payee. */
export const MAX_ZAPS_AT_ONCE = 64;
export const MAX_ZAPS_AT_ONCE_PER_USER = 16;
/** How long the state of a sent receipt is kept. */
export const KEEP_SENT_ZAPS_MS = 30 * DAY_MS;
