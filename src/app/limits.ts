/** Limits of this feature. Those that several features use stand in base/. */

/** Request line and headers together. */
export const MAX_HEADER_BYTES = 16_384;
/** One segment of a path: the longest is an invoice with many route hints. */
export const MAX_PATH_PART_LENGTH = 8192;
/** For the headers, and for the whole request. Answering may take as long as a payment does. */
export const RECEIVE_HEADERS_MS = 15_000;
export const RECEIVE_REQUEST_MS = 30_000;
/** Longer than the idle timeout of common proxies, so that they close first. */
export const KEEP_ALIVE_MS = 72_000;
/** Calls per user that may wait for payments, beyond one for each open payment allowed. */
export const MAX_REPEATED_PAYMENT_CALLS = 100;

/** Signals that follow the first one this closely are copies of it. */
export const STOP_SIGNAL_COPIES_MS = 2000;
