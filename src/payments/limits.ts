import { DAY_MS } from '../base/durations.ts';

/** Limits of this feature. Those that several features use stand in base/. */

/** Invoice, memo and records of a failed payment are kept for so long after it failed. */
export const KEEP_FAILED_TEXTS_MS = 7 * DAY_MS;
/** Keysends in one call. */
export const MAX_KEYSENDS = 100;
/**
 * Three times what an onion can carry (1300 bytes, BOLT 4). Nothing else limits internal payments,
 * and payer and payee read these bytes in every list of a thousand records.
 */
export const MAX_RECORDS_BYTES = 4096;
