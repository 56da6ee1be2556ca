import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import type { Msat } from '../base/amount.ts';
import type { Receipt } from '../ledger/receipt.ts';

/** Port: money that arrived for no known user, which an operator may assign to one. */
export interface UnclaimedStore {
  /** Lists unclaimed money that was not assigned, oldest first. */
  listUnclaimed(limit: number): Promise<readonly UnclaimedReceipt[]>;
  /** Lists unclaimed money in pages, from behind the receipt with this id. */
  listUnclaimedAfter(receiptId: string | null, limit: number): Promise<readonly UnclaimedReceipt[]>;
  /** Finds unclaimed money, also if it was assigned; null when there is none with this id. */
  findUnclaimed(receiptId: string): Promise<UnclaimedReceipt | null>;
  /** Assigns money to a user. A repeat with the same ids moves nothing more. */
  assign(event: AssignmentEvent): Promise<AssignmentOutcome>;
}

export interface UnclaimedReceipt {
  readonly id: string;
  readonly paymentHash: string;
  /** The preimage; null for AMP and for money that could not be credited. */
  readonly preimage: string | null;
  readonly amountMsat: Msat;
  readonly records: Receipt['records'];
  readonly settledAt: Date;
  readonly reason: string;
  /** The whole report of the node as JSON, if it could not be used; else null. */
  readonly rawEvent: string | null;
  /** The user to whom the money was assigned; null before that. */
  readonly userId: string | null;
}

export interface AssignmentEvent {
  readonly receipt: Receipt;
  readonly claimedReceiptId: string;
  readonly userId: string;
  /** The record of the assigned money, as ledger/settled-record.ts writes it. */
  readonly record: string;
  readonly hasBoostagram: boolean;
  /** The entry in the log of operators, written in the same transaction. */
  readonly action: NewAction;
}

export type AssignmentOutcome =
  | { readonly kind: 'assigned' }
  /** An earlier call with the same ids has assigned the money. */
  | { readonly kind: 'present' }
  | { readonly kind: 'taken'; readonly userId: string }
  /** The user has closed their account meanwhile. */
  | { readonly kind: 'payee_closed' }
  | { readonly kind: 'unknown' };
