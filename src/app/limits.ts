/** Limits of the server. Those that several features use stand in base/. */

/** The most bytes of request line and headers together. */
export const MAX_HEADER_BYTES = 16_384;
/** The longest segment of a path, which is an invoice with many route hints. */
export const MAX_PATH_PART_LENGTH = 8192;
/**
 * Time to receive the headers, and the whole request. Answering may take as long as a payment does.
 */
export const RECEIVE_HEADERS_MS = 15_000;
export const RECEIVE_REQUEST_MS = 30_000;
/**
 * Time that an idle connection stays open, longer than that of common proxies, so that they close
 * first.
 */
export const KEEP_ALIVE_MS = 72_000;
/** Calls per user that may wait for payments, beyond one for each open payment allowed. */
export const MAX_REPEATED_PAYMENT_CALLS = 100;

/** Signals that follow the first one this closely are copies of it. */
export const STOP_SIGNAL_COPIES_MS = 2000;
