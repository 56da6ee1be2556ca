import type { Sat } from '../base/amount.ts';
import type { LeasedCoin } from '../lightning/chain-spending.ts';
import type { StepOutcome } from './withdrawal-store.ts';

/**
 * A transaction by which an operator raises the fee of a withdrawal that waits for a block: it
 * spends what comes back of the one before it, and pays for both.
 */
export interface FeeBump {
  readonly id: string;
  readonly withdrawalId: string;
  /** What comes back of the withdrawal, or of the bump before; nothing else is spent. */
  readonly coin: LeasedCoin;
  readonly txid: string;
  /** The whole transaction in hex, stored before it is published. */
  readonly raw: string;
  readonly feeSat: Sat;
}

/** One that has not ended. */
export interface OpenFeeBump extends FeeBump {
  /** The name of its withdrawal on the wire. */
  readonly identifier: string;
  /** Whether a block was seen to have the transaction that it spends from. */
  readonly isFunded: boolean;
  /** Whether the transaction that it spends from will never be in a block. */
  readonly isDead: boolean;
}

/** Port: transactions that raise fees, and the one posting of each. */
export interface FeeBumpStore {
  note(bump: FeeBump, at: Date): Promise<NoteBumpOutcome>;
  /** Lists those that have not ended, by age. */
  listOpen(): Promise<readonly OpenFeeBump[]>;
  /** Ends one; with `isPaid`, the operator bears its fee. */
  end(id: string, ending: EndingBump): Promise<StepOutcome>;
}

export type NoteBumpOutcome =
  | 'noted'
  /** The withdrawal does not wait any more. */
  | 'ended'
  /** The coin is spent already. */
  | 'coin_taken';

export interface EndingBump {
  /** Whether a block has it, so deep that it stays; else it will never be in one. */
  readonly isPaid: boolean;
  readonly fence: bigint;
  readonly at: Date;
}

/** The note of the wallet beside one: no withdrawal is looked for by it. */
export const bumpLabelOf = (identifier: string): string => `satchel-fee:${identifier}`;
