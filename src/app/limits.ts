/** Limits of the HTTP server. Limits that several features use are in base/. */

/** The most bytes of a request's first line and headers together. */
export const MAX_HEADER_BYTES = 16_384;
/** The longest segment of a path. An invoice with many route hints needs that much. */
export const MAX_PATH_PART_LENGTH = 8192;
/**
 * The longest times for receiving a request: for its headers, and for the whole request. Sending
 * the answer is not included, and may take as long as a payment.
 */
export const RECEIVE_HEADERS_MS = 15_000;
export const RECEIVE_REQUEST_MS = 30_000;
/**
 * The time for which the server keeps an idle connection open. It is longer than that of common
 * proxies, so that the proxy closes a connection first and does not send a request into a closing
 * one.
 */
export const KEEP_ALIVE_MS = 72_000;
/**
 * The most calls of one user that may wait for payments, in addition to one for each open payment
 * that they may have. Apps repeat calls for the same payment.
 */
export const MAX_REPEATED_PAYMENT_CALLS = 100;

/** The time after a signal to stop in which further signals count as copies of it. */
export const STOP_SIGNAL_COPIES_MS = 2000;
