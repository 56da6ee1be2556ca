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
  /** Makes a pending item refused, with the reason; no change when it is not pending. */
  refuseItem(batchId: string, index: number, refusal: StoredRefusal): Promise<void>;
  /** Makes all pending items cancelled that have no payment yet. */
  cancelPendingItems(batchId: string): Promise<void>;
  /** Lists batches with pending items whose owning process is gone. */
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
  /** The id of the payment that this item becomes, chosen in advance. */
  readonly paymentId: string;
  readonly identifier: string;
  readonly preimage: string;
  /** The payee's key as the caller sent it, even if it is not usable. */
  readonly destination: string;
  readonly amountMsat: Msat;
  readonly memo: string | null;
  readonly records: CustomRecords;
  /** Custom records as the caller sent them, for the answer: plain text by record type. */
  readonly recordsText: Readonly<Record<string, string>> | null;
  /** The refusal of the item before any payment existed; null for none. */
  readonly refusal: StoredRefusal | null;
}

/** A refusal in storage, see item-refusal.ts. */
export interface StoredRefusal {
  readonly kind: PayRefusal['kind'];
  /** The name or amount that the refusal mentions; empty when it mentions none. */
  readonly detail: string;
}

export type InsertBatchOutcome =
  | { readonly kind: 'inserted' }
  | StorageRefusal
  | { readonly kind: 'repeated'; readonly target: IdempotencyTarget }
  | { readonly kind: 'idempotency_mismatch' };
