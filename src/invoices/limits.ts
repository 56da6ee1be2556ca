/** Limits of invoices. Limits that several features use are in base/. */

export const MAX_METADATA_BYTES = 16_384;
/**
 * The greatest depth of metadata: lists and files put it into further levels, and some JSON readers
 * stop at 64.
 */
export const MAX_METADATA_DEPTH = 32;
export const DEFAULT_INVOICE_EXPIRY_SEC = 86_400;
/** The most users for whom this process counts open invoices in memory. */
export const MAX_COUNTED_USERS = 20_000;
/**
 * The most route hints of an invoice whose aliases are looked up: strangers write these invoices.
 */
export const MAX_ALIAS_HINTS = 20;
/** The most aliases of nodes that are cached. */
export const MAX_ALIASES = 10_000;
/** The most alias look-ups at the same time, and the most that wait; further ones are not made. */
export const MAX_ALIAS_LOOKUPS = 4;
export const MAX_WAITING_ALIASES = 200;
/** The rate of alias lookups for all callers together: a burst, then one more per interval. */
export const ALIAS_LOOKUPS = { burst: 250, everyMs: 50 };
