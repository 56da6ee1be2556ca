import { DAY_MS } from '../base/durations.ts';
import { KEEP_KEYSEND_KEYS_MS } from '../ledger/limits.ts';

/** Limits of payments. Limits that several features use are in base/. */

/** The time for which the invoice, memo and records of a failed payment are kept. */
export const KEEP_FAILED_TEXTS_MS = 7 * DAY_MS;
/**
 * The time for which the texts of a batch of keysends are kept after its last item ended. A
 * repeated call needs them until its idempotency key is removed, which may happen an hour late.
 */
export const KEEP_BATCH_TEXTS_MS = KEEP_KEYSEND_KEYS_MS + DAY_MS;
/** The most keysends in one batch. */
export const MAX_KEYSENDS = 100;
/**
 * The most bytes of the custom records of one payment: three times what an onion can carry (1300
 * bytes, BOLT 4). The records of a payment within this service have no other limit, and users read
 * them in lists of up to a thousand payments.
 */
export const MAX_RECORDS_BYTES = 4096;
/**
 * The most callers that wait for the same payment, or for the same approval. Each one reads the
 * database repeatedly and keeps a connection open, so unlimited repeats could fill the service.
 */
export const MAX_CALLERS_WAITING = 32;
/** The most payments of one spender that wait for approval at the same time. */
export const MAX_WAITING_OF_SPENDER = 10;
/** The most payments of one user that wait for approval at the same time. */
export const MAX_WAITING_OF_USER = 30;
/**
 * The most characters of the keysends of one call that wait for an approval together, as JSON.
 * Lists of approvals read up to a hundred of them.
 */
export const MAX_ASKED_TEXTS = 65_536;
/**
 * The time in which the keysends of an approved call are begun. What was not begun by then is
 * cancelled.
 */
export const RUN_APPROVED_MS = 60_000;
/** The time for which approvals are kept after their end. */
export const KEEP_APPROVALS_MS = 90 * DAY_MS;
