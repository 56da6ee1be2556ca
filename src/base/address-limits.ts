/** Limits of lightning addresses; see limits.ts for all others. */

/** Characters of a name. */
export const MAX_ADDRESS_NAME_LENGTH = 64;
/** How often a user may change their name within a year. */
export const MAX_ADDRESS_NAME_CHANGES = 3;
/** Characters of a comment to a payment (LUD-12). */
export const MAX_COMMENT_LENGTH = 255;
/** Bytes of what a payer says of themselves (LUD-18), as JSON. */
export const MAX_PAYER_DATA_BYTES = 4096;
/** LUD-18 is flat but for one field, and some readers of lists stop at 64 levels of everything. */
export const MAX_PAYER_DATA_DEPTH = 8;
/** How long an invoice of an address is open. */
export const ADDRESS_INVOICE_EXPIRY_SEC = 900;
/** Unpaid invoices are removed this long after they expired: a held payment may settle late. */
export const KEEP_EXPIRED_ADDRESS_INVOICES_MS = 3_600_000;
/** Invoices that one network may ask for. */
export const NETWORK_CALLBACKS = { burst: 20, perSec: 1 };
/** Invoices that one process makes for payers at the same time: the node has time for others. */
export const MAX_ADDRESS_INVOICES_AT_ONCE = 16;
/** Calls of all networks that wait for their turn. */
export const MAX_WAITING_CALLBACKS = 256;
/** A payer who has waited this long for their turn is told to try again. */
export const CALLBACK_WAIT_MS = 10_000;
/** First answers and other look-ups for one network. */
export const NETWORK_LOOK_UPS = { burst: 100, perSec: 20 };
/** Bytes of a zap request (NIP-57), as JSON text. */
export const MAX_ZAP_REQUEST_BYTES = 6144;
/** Relays that one receipt of a zap is sent to. */
export const MAX_ZAP_RELAYS = 10;
export const MAX_RELAY_URL_LENGTH = 255;
/** For a relay to open a connection. */
export const RELAY_OPEN_MS = 5000;
/** For a relay to answer, once the receipt was sent. */
export const RELAY_ANSWER_MS = 5000;
/** Bytes of one message of a relay, and of all that it says. */
export const MAX_RELAY_ANSWER_BYTES = 65_536;
/** Messages of a relay before its answer. */
export const MAX_RELAY_MESSAGES = 32;
/** Receipts on their way from one process, and those of one payee. */
export const MAX_ZAPS_AT_ONCE = 64;
export const MAX_ZAPS_AT_ONCE_PER_USER = 16;
/** How long the state of a sent receipt is kept. */
export const KEEP_SENT_ZAPS_MS = 30 * 24 * 3_600_000;
