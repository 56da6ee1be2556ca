import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import type { Msat } from '../base/amount.ts';
import type { Receipt } from '../ledger/receipt.ts';
import type { ArrivedOnChain } from '../ledger/render-deposit.ts';

/** Port: money that arrived for no known user, which an operator may assign to one. */
export interface UnclaimedStore {
  /** Lists unclaimed money that was not assigned, oldest first. */
  listUnclaimed(limit: number): Promise<readonly UnclaimedMoney[]>;
  /** Lists unclaimed money in pages; a page begins after the money with this id. */
  listUnclaimedAfter(id: string | null, limit: number): Promise<readonly UnclaimedMoney[]>;
  /** Finds unclaimed money, also if it was assigned; null when there is none with this id. */
  findUnclaimed(id: string): Promise<UnclaimedMoney | null>;
  /** Assigns money to a user. A repeat with the same ids moves nothing more. */
  assign(event: AssignmentEvent): Promise<AssignmentOutcome>;
}

export interface UnclaimedMoney {
  readonly id: string;
  readonly amountMsat: Msat;
  readonly settledAt: Date;
  readonly reason: string;
  /** The user to whom the money was assigned; null before that. */
  readonly userId: string | null;
  readonly arrival: LightningArrival | ChainArrival;
}

export interface LightningArrival extends Pick<Receipt, 'paymentHash' | 'records'> {
  readonly rail: 'lightning';
  /** The preimage; null for AMP sets and for money that could not be credited. */
  readonly preimage: string | null;
  /**
   * The whole report of the node as JSON, if an error prevented the money from being credited; else
   * null.
   */
  readonly rawEvent: string | null;
}

/** Bitcoin that arrived at the address of an account that is closed. */
export interface ChainArrival extends Pick<ArrivedOnChain, 'address' | 'txid' | 'outputIndex'> {
  readonly rail: 'chain';
  readonly block: { readonly height: number; readonly hash: string };
}

export interface AssignmentEvent {
  /** The id of the movement that assigns the money, and of the record of that movement. */
  readonly id: string;
  readonly identifier: string;
  readonly claimedId: string;
  readonly userId: string;
  readonly assignedAt: Date;
  /**
   * The record of the assigned money, as ledger/settled-record.ts or ledger/render-deposit.ts
   * writes it.
   */
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
