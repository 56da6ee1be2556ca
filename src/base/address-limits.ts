/** Limits of lightning addresses; see limits.ts for all others. */

/** Of a name, in characters. */
export const MAX_ADDRESS_NAME_LENGTH = 64;
/** How often a user may change their name within a year. */
export const MAX_ADDRESS_NAME_CHANGES = 3;
/** Of a comment to a payment, in characters (LUD-12). */
export const MAX_COMMENT_LENGTH = 255;
/** Of what a payer says of themselves (LUD-18), as JSON. */
export const MAX_PAYER_DATA_BYTES = 4096;
/** How long an invoice of an address is open. */
export const ADDRESS_INVOICE_EXPIRY_SEC = 900;
/** Unpaid invoices are removed this long after they expired: a held payment may settle late. */
export const KEEP_EXPIRED_ADDRESS_INVOICES_MS = 3_600_000;
/** Invoices that one network may ask for. */
export const NETWORK_CALLBACKS = { burst: 20, perSec: 1 };
/** First answers and other look-ups for one network. */
export const NETWORK_LOOK_UPS = { burst: 100, perSec: 20 };
