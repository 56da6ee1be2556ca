import type { StorageRefusal } from '../authorization/storage-allowance.ts';
import type { Msat } from '../base/amount.ts';
import type { IdempotencyClaim, IdempotencyTarget } from '../base/idempotency.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import type { CustomRecords } from '../lightning/custom-records.ts';

/**
 * Port: multi keysends. The whole batch, with all preimages, is written before any item is sent.
 */
export interface BatchStore {
  insertBatch(
    batch: PaymentBatch,
    grantId: string,
    idempotency: IdempotencyClaim | null,
  ): Promise<InsertBatchOutcome>;
  findBatch(id: string): Promise<PaymentBatch | null>;
  /** pending → refused, with the reason; no change when the item is not pending. */
  refuseItem(batchId: string, index: number, refusal: StoredRefusal): Promise<void>;
  /** pending → cancelled for all items that have no payment yet. */
  cancelPendingItems(batchId: string): Promise<void>;
  /** Batches with pending items whose owning process is gone. */
  listOrphanBatches(deadSince: Date, limit: number): Promise<readonly string[]>;
  /**
   * Forgets destination, memo and records of the items of up to `limit` batches that ended before
   * then; returns of how many batches. Their payments keep what they have.
   */
  forgetItems(endedBefore: Date, limit: number): Promise<number>;
}

export interface PaymentBatch {
  readonly id: string;
  readonly userId: string;
  readonly ownerProcessId: string;
  readonly createdAt: Date;
  readonly items: readonly BatchItem[];
}

export interface BatchItem {
  readonly index: number;
  readonly state: 'pending' | 'cancelled' | 'refused' | 'started';
  /** Chosen in advance: the id of the payment that this item becomes. */
  readonly paymentId: string;
  readonly identifier: string;
  readonly preimage: string;
  /** As the caller sent it, even if it is not a usable key. */
  readonly destination: string;
  readonly amountMsat: Msat;
  readonly memo: string | null;
  readonly records: CustomRecords;
  /** As the caller sent it, for the answer: plain text by record type. */
  readonly recordsText: Readonly<Record<string, string>> | null;
  /** Why the item was refused before any payment existed. */
  readonly refusal: StoredRefusal | null;
}

/** A refusal in storage, see item-refusal.ts. */
export interface StoredRefusal {
  readonly kind: PayRefusal['kind'];
  /** What the refusal names; empty when it names nothing. */
  readonly detail: string;
}

export type InsertBatchOutcome =
  | { readonly kind: 'inserted' }
  | StorageRefusal
  | { readonly kind: 'repeated'; readonly target: IdempotencyTarget }
  | { readonly kind: 'idempotency_mismatch' };
