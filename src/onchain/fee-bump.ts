import type { Sat } from '../base/amount.ts';
import type { LeasedCoin } from '../lightning/chain-spending.ts';
import type { StepOutcome } from './withdrawal-store.ts';

/**
 * A transaction by which an operator raises the fee of an unconfirmed withdrawal: it spends the
 * change of the transaction before it, and pays enough for both (child pays for parent).
 */
export interface FeeBump {
  readonly id: string;
  readonly withdrawalId: string;
  /** The coin that is spent: the change of the withdrawal, or the output of the fee bump before. */
  readonly coin: LeasedCoin;
  readonly txid: string;
  /** The whole transaction in hex, which is stored before it is published. */
  readonly raw: string;
  readonly feeSat: Sat;
}

/** A fee bump that has not ended. */
export interface OpenFeeBump extends FeeBump {
  /** The public identifier of its withdrawal. */
  readonly identifier: string;
  /** Whether a block contains the transaction whose output the fee bump spends. */
  readonly isFunded: boolean;
  /** Whether the transaction whose output the fee bump spends can never be in a block. */
  readonly isDead: boolean;
}

/** Port: fee bumps, and the single ledger entry of each, which books its fee. */
export interface FeeBumpStore {
  note(bump: FeeBump, at: Date): Promise<NoteBumpOutcome>;
  /**
   * Finds which of these fee bumps the database does not know, although it knows the transaction of
   * their withdrawal: it was restored to an earlier state.
   */
  listLost(labelled: readonly LabelledBump[]): Promise<readonly LostBump[]>;
  /** Stores a fee bump that the node's wallet has and the database has lost. */
  noteFound(bump: FeeBump, at: Date, fence: bigint): Promise<NoteBumpOutcome | 'fenced'>;
  /** Lists fee bumps that have not ended, oldest first. */
  listOpen(): Promise<readonly OpenFeeBump[]>;
  /** Ends a fee bump. With `isPaid`, its fee is booked as a cost of the operator. */
  end(id: string, ending: EndingBump): Promise<StepOutcome>;
}

/** A transaction in the node's wallet that bears the label of a fee bump. */
export interface LabelledBump {
  readonly txid: string;
  /** The public identifier of the withdrawal, as the label says. */
  readonly identifier: string;
}

export interface LostBump {
  readonly txid: string;
  readonly withdrawalId: string;
}

export type NoteBumpOutcome =
  | 'noted'
  /**
   * The withdrawal has ended, so its fee needs no raise; or the fee bump spends neither from its
   * transaction nor from a stored fee bump, because the database was restored to an earlier state.
   */
  | 'ended'
  /** Another fee bump spends the coin already. */
  | 'coin_taken'
  /** What leaves the service has reached its limit. */
  | 'stopped';

export interface EndingBump {
  /**
   * True when a block contains the fee bump so deep that it stays there; false when no block ever
   * will.
   */
  readonly isPaid: boolean;
  readonly fence: bigint;
  readonly at: Date;
}

/**
 * The label of a fee bump in the node's wallet. It differs from the label of withdrawals, so that a
 * fee bump is never taken for a withdrawal. If the database loses the fee bump, the label still
 * shows to which withdrawal it belongs.
 */
export const bumpLabelOf = (identifier: string): string => `satchel-fee:${identifier}`;

/** The identifier of the withdrawal in the label of a fee bump; null for all other labels. */
export const identifierOfBumpLabel = (label: string): string | null =>
  /^satchel-fee:([A-Za-z0-9]{24})$/.exec(label)?.[1] ?? null;
