import type { StorageRefusal } from '../authorization/storage-allowance.ts';
import type { Msat, Sat } from '../base/amount.ts';
import type { IdempotencyClaim, IdempotencyTarget } from '../base/idempotency.ts';
import type { ApprovalGiven } from '../ledger/money-store.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import type { CustomRecords } from '../lightning/custom-records.ts';

/**
 * Port: batches of several keysends. The whole batch, with all preimages, is written before any
 * item is sent.
 */
export interface BatchStore {
  insertBatch(
    batch: PaymentBatch,
    grantId: string,
    idempotency: IdempotencyClaim | null,
  ): Promise<InsertBatchOutcome>;
  /**
   * Stores a batch that has waited for an approval, and the approval with it. The idempotency key
   * is that of the call that has asked.
   */
  insertApproved(
    batch: PaymentBatch,
    grantId: string,
    approval: ApprovalGiven,
  ): Promise<InsertApprovedOutcome>;
  findBatch(id: string): Promise<PaymentBatch | null>;
  /**
   * Marks a pending item as refused and stores the reason. An item that is not pending is left as
   * it is.
   */
  refuseItem(batchId: string, index: number, refusal: StoredRefusal): Promise<void>;
  /** Cancels all pending items that have no payment yet. */
  cancelPendingItems(batchId: string): Promise<void>;
  /** Lists batches with pending items whose process is gone. */
  listOrphanBatches(deadSince: Date, limit: number): Promise<readonly string[]>;
  /**
   * Removes destination, memo and records from the items of up to `limit` batches that ended before
   * the given time. Returns the number of batches. Payments keep their own copies.
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
  /** The id of the payment for this item, chosen before the payment exists. */
  readonly paymentId: string;
  readonly identifier: string;
  readonly preimage: string;
  /** The payee's key as the caller sent it, even if it is not valid. */
  readonly destination: string;
  readonly amountMsat: Msat;
  readonly memo: string | null;
  readonly records: CustomRecords;
  /** Custom records as the caller sent them, by type, to be repeated in the answer. */
  readonly recordsText: Readonly<Record<string, string>> | null;
  /** Why the item was refused before a payment existed; null for none. */
  readonly refusal: StoredRefusal | null;
  /**
   * The upper limit of its fee reserve, which is not stored; undefined when only the operator's
   * settings apply.
   */
  readonly maxFeeSat?: Sat | undefined;
}

/** The stored form of a refusal, which item-refusal.ts writes and reads. */
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

export type InsertApprovedOutcome =
  | { readonly kind: 'inserted' }
  | StorageRefusal
  /** The approval has ended before. */
  | { readonly kind: 'approval_over' }
  /** Another call with the same idempotency key has not needed the approval, which has ended. */
  | { readonly kind: 'repeated' };
