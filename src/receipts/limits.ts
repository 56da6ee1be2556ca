import { MINUTE_MS } from '../base/durations.ts';

/** Limits of receipts. Limits that several features use are in base/. */

/**
 * The age below which no invoice is taken as the start of the next list (see backfill-invoices.ts):
 * the node may already list a younger invoice while it is still writing an older one.
 */
export const INVOICE_IN_ORDER_MS = 60 * MINUTE_MS;

/** The most unclaimed receipts that the command for them lists, oldest first. */
export const MAX_LISTED_UNCLAIMED = 1000;
