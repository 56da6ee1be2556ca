import type { StorageRefusal } from '../authorization/storage-allowance.ts';
import type { Approval, ApprovalState, NewApproval } from './approval.ts';

/**
 * Port: payments that wait for approval. Approving is part of the money event that makes the
 * payment (`ApprovalGiven`); all other ends are changes of the row, of which the first one counts.
 */
export interface ApprovalStore {
  /**
   * Adds a payment that waits, and tells its owner. A second call for the same payment, key or
   * invoice finds the first one.
   */
  ask(approval: NewApproval): Promise<AskOutcome>;
  find(id: string): Promise<Approval | null>;
  /** Finds the approval that a payment has or needs, by the id of the payment. */
  findOfPayment(paymentId: string): Promise<Approval | null>;
  /** Ends one that still waits. False when it has ended before. */
  end(id: string, end: ApprovalEnd): Promise<boolean>;
  /** Refuses all that wait for an owner, of one spender. Returns how many. */
  refuseAll(grant: { userId: string; grantId: string }, at: Date, device: string): Promise<number>;
  /** Lists those of an owner, newest first: all, or only those that wait. */
  listOfUser(query: ApprovalQuery): Promise<readonly Approval[]>;
  /** Tells the owner nothing of what a spender asks for, until then; null for again at once. */
  mute(grant: { userId: string; grantId: string }, until: Date | null): Promise<void>;
  /**
   * Ends those that have waited too long, whose invoice is paid by other means, or whose owner may
   * not act any more. Returns how many.
   */
  endDue(at: Date, limit: number): Promise<number>;
  /** Removes those that ended before a time. Returns how many. */
  prune(endedBefore: Date, limit: number): Promise<number>;
}

export type AskOutcome =
  /** The payment waits now, or an earlier call has asked for it and may have been answered. */
  | { readonly kind: 'asked'; readonly id: string }
  | { readonly kind: 'too_many' }
  | StorageRefusal
  | { readonly kind: 'idempotency_mismatch' };

export interface ApprovalEnd {
  readonly state: Exclude<ApprovalState, 'waiting' | 'approved'>;
  readonly at: Date;
  readonly device: string | null;
  readonly failure?: string;
}

export interface ApprovalQuery {
  readonly userId: string;
  readonly isWaiting: boolean;
  readonly offset: number;
  readonly limit: number;
}
