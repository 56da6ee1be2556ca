import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import type { Msat } from '../base/amount.ts';
import type { Receipt } from '../ledger/receipt.ts';

/** Port: money that arrived for no known user, and assigning it to one. */
export interface UnclaimedStore {
  /** Oldest first, without assigned ones. */
  listUnclaimed(limit: number): Promise<readonly UnclaimedReceipt[]>;
  /** Lists unclaimed money in pages: what comes behind the receipt with this id. */
  listUnclaimedAfter(receiptId: string | null, limit: number): Promise<readonly UnclaimedReceipt[]>;
  /** Null when there is no such money; assigned money is found too, with its user. */
  findUnclaimed(receiptId: string): Promise<UnclaimedReceipt | null>;
  /** May be repeated with the same ids: the money moves once. */
  assign(event: AssignmentEvent): Promise<AssignmentOutcome>;
}

export interface UnclaimedReceipt {
  readonly id: string;
  readonly paymentHash: string;
  /** Null for AMP sets and for money that could not be credited. */
  readonly preimage: string | null;
  readonly amountMsat: Msat;
  readonly records: Receipt['records'];
  readonly settledAt: Date;
  readonly reason: string;
  /** Everything the node reported, as JSON, if it could not be used. */
  readonly rawEvent: string | null;
  /** The user to whom it was assigned. */
  readonly userId: string | null;
}

export interface AssignmentEvent {
  readonly receipt: Receipt;
  readonly claimedReceiptId: string;
  readonly userId: string;
  /** Made by ledger/settled-record.ts. */
  readonly record: string;
  readonly hasBoostagram: boolean;
  /** Logged in the same transaction. */
  readonly action: NewAction;
}

export type AssignmentOutcome =
  | { readonly kind: 'assigned' }
  /** Assigned by an earlier call with the same ids. */
  | { readonly kind: 'present' }
  | { readonly kind: 'taken'; readonly userId: string }
  /** The user has closed their account meanwhile. */
  | { readonly kind: 'payee_closed' }
  | { readonly kind: 'unknown' };
