/** Limits of the server. Limits that several features use are in base/. */

/** The most bytes of request line and headers together. */
export const MAX_HEADER_BYTES = 16_384;
/** The longest segment of a path, which is an invoice with many route hints. */
export const MAX_PATH_PART_LENGTH = 8192;
/**
 * The longest time to receive a request's headers, and all of it. Answering may take as long as a
 * payment does.
 */
export const RECEIVE_HEADERS_MS = 15_000;
export const RECEIVE_REQUEST_MS = 30_000;
/**
 * The time for which an idle connection stays open. It is longer than that of common proxies, so
 * that they close first.
 */
export const KEEP_ALIVE_MS = 72_000;
/**
 * The most calls of a user that may wait for payments, beyond one for each open payment that they
 * may have.
 */
export const MAX_REPEATED_PAYMENT_CALLS = 100;

/** The time after a stop signal in which further signals count as copies of it. */
export const STOP_SIGNAL_COPIES_MS = 2000;
