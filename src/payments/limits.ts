import { DAY_MS } from '../base/durations.ts';
import { KEEP_KEYSEND_KEYS_MS } from '../ledger/limits.ts';

/** Limits of payments. Those that several features use stand in base/. */

/** The time for which invoice, memo and records of a failed payment are kept. */
export const KEEP_FAILED_TEXTS_MS = 7 * DAY_MS;
/**
 * The time for which the items of several keysends keep their texts after the last one ended: a
 * repeat of the call needs them until its key is removed, which may be an hour late.
 */
export const KEEP_BATCH_TEXTS_MS = KEEP_KEYSEND_KEYS_MS + DAY_MS;
/** The most keysends in one call. */
export const MAX_KEYSENDS = 100;
/**
 * The most bytes of custom records: three times what an onion can carry (1300 bytes, BOLT 4).
 * Nothing else limits internal payments, and payer and payee read these bytes in every list of a
 * thousand records.
 */
export const MAX_RECORDS_BYTES = 4096;
