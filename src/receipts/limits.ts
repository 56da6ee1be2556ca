import { MINUTE_MS } from '../base/durations.ts';

/** Limits of this feature. Those that several features use stand in base/. */

/** A node may show a younger invoice before an older one that it is still writing. */
export const INVOICE_IN_ORDER_MS = 60 * MINUTE_MS;

/** Unclaimed receipts that the command lists, oldest first. */
export const MAX_LISTED_UNCLAIMED = 1000;
