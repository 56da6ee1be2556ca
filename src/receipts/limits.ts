import { MINUTE_MS } from '../base/durations.ts';

/** Limits of receipts. Limits that several features use are in base/. */

/**
 * The time to wait for an older invoice, as a node may show a younger one first while it is still
 * writing the older.
 */
export const INVOICE_IN_ORDER_MS = 60 * MINUTE_MS;

/** The most unclaimed receipts that the command for them lists, oldest first. */
export const MAX_LISTED_UNCLAIMED = 1000;
