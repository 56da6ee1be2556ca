import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import type { Msat } from '../base/amount.ts';
import type { Receipt } from '../ledger/receipt.ts';
import type { ArrivedOnChain } from '../ledger/render-deposit.ts';

/** Port: money that arrived for no known user, and assigning it to one. */
export interface UnclaimedStore {
  /** Lists unclaimed money without what was assigned, oldest first. */
  listUnclaimed(limit: number): Promise<readonly UnclaimedMoney[]>;
  /** Lists unclaimed money in pages, from behind the one with this id. */
  listUnclaimedAfter(id: string | null, limit: number): Promise<readonly UnclaimedMoney[]>;
  /** Finds unclaimed money; null when there is none. Assigned money is found too, with its user. */
  findUnclaimed(id: string): Promise<UnclaimedMoney | null>;
  /** Assigns money. May be repeated with the same ids: the money moves once. */
  assign(event: AssignmentEvent): Promise<AssignmentOutcome>;
}

export interface UnclaimedMoney {
  readonly id: string;
  readonly amountMsat: Msat;
  readonly settledAt: Date;
  readonly reason: string;
  /** The user to whom the money was assigned; null for none. */
  readonly userId: string | null;
  readonly arrival: LightningArrival | ChainArrival;
}

export interface LightningArrival extends Pick<Receipt, 'paymentHash' | 'records'> {
  readonly rail: 'lightning';
  /** The preimage; null for AMP sets and for money that could not be credited. */
  readonly preimage: string | null;
  /** The whole report of the node in JSON, if it could not be used. */
  readonly rawEvent: string | null;
}

/** Bitcoin that arrived at the address of an account that is closed. */
export interface ChainArrival extends Pick<ArrivedOnChain, 'address' | 'txid' | 'outputIndex'> {
  readonly rail: 'chain';
  readonly block: { readonly height: number; readonly hash: string };
}

export interface AssignmentEvent {
  /** The id of the movement and of its record. */
  readonly id: string;
  readonly identifier: string;
  readonly claimedId: string;
  readonly userId: string;
  readonly assignedAt: Date;
  /** The record as ledger/settled-record.ts or ledger/render-deposit.ts writes it. */
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
