/** Limits of invoices. Limits that several features use are in base/. */

export const MAX_METADATA_BYTES = 16_384;
/**
 * The greatest depth of nested metadata. Answers nest it a few levels deeper, and some JSON readers
 * stop at 64.
 */
export const MAX_METADATA_DEPTH = 32;
export const DEFAULT_INVOICE_EXPIRY_SEC = 86_400;
/**
 * The most users whose open (unpaid, unexpired) invoices this process counts in memory, and of whom
 * it remembers that the limit of their balance refused an invoice.
 */
export const MAX_COUNTED_USERS = 20_000;
/**
 * The most route hints of an invoice for which aliases are looked up, as strangers may write
 * invoices with many.
 */
export const MAX_ALIAS_HINTS = 20;
/** The most aliases of nodes that are cached. */
export const MAX_ALIASES = 10_000;
/**
 * The most alias look-ups that run at the same time, and the most that wait for them. Beyond that,
 * aliases are left out.
 */
export const MAX_ALIAS_LOOKUPS = 4;
export const MAX_WAITING_ALIASES = 200;
/**
 * The rate limit of alias look-ups for all callers together: `burst` at once, then one more every
 * `everyMs`.
 */
export const ALIAS_LOOKUPS = { burst: 250, everyMs: 50 };

/** The most invoices that a process remembers to pay them by one statement, 1 to 4 kB each. */
export const MAX_RECENT_INVOICES = 4096;
/** The most bytes of an invoice in the database, as estimated, with which it is remembered. */
export const MAX_RECENT_INVOICE_BYTES = 5120;
