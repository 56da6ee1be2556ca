import type { Msat } from '../base/amount.ts';
import type { Receipt } from './receipt.ts';

/** Port: money that arrived for nobody known, and giving it to somebody. */
export interface UnclaimedStore {
  /** Oldest first; what was assigned is left out. */
  listUnclaimed(limit: number): Promise<readonly UnclaimedReceipt[]>;
  /** Null when there is no such money; what was assigned is found, with its user. */
  findUnclaimed(receiptId: string): Promise<UnclaimedReceipt | null>;
  /** May be repeated with the same ids: the money moves once. */
  assign(event: AssignmentEvent): Promise<AssignmentOutcome>;
}

export interface UnclaimedReceipt {
  readonly id: string;
  readonly paymentHash: string;
  /** Null for AMP sets and for what could not be credited. */
  readonly preimage: string | null;
  readonly amountMsat: Msat;
  readonly records: Receipt['records'];
  readonly settledAt: Date;
  readonly reason: string;
  /** All that the node said, in JSON, where it could not be used. */
  readonly rawEvent: string | null;
  /** To whom it was assigned. */
  readonly userId: string | null;
}

export interface AssignmentEvent {
  readonly receipt: Receipt;
  readonly claimedReceiptId: string;
  readonly userId: string;
  /** Made by wallet/settled-record.ts. */
  readonly record: string;
  readonly hasBoostagram: boolean;
}

export type AssignmentOutcome =
  | { readonly kind: 'assigned' }
  /** By an earlier call with the same ids. */
  | { readonly kind: 'present' }
  | { readonly kind: 'taken'; readonly userId: string }
  | { readonly kind: 'unknown' };
