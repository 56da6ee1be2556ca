import type { Sat } from '../base/amount.ts';

/** Bitcoin that was sent to an address of a user: one output of a transaction. */
export interface Deposit {
  readonly id: string;
  readonly identifier: string;
  readonly userId: string;
  readonly address: string;
  /** As block explorers show it; null for one that another user here has paid. */
  readonly txid: string | null;
  readonly outputIndex: number | null;
  readonly amountSat: Sat;
  readonly seenAt: Date;
  readonly state: DepositState;
  /** Where it stood at the last look; null while no block has it. */
  readonly block: BlockPlace | null;
  /** When it was credited; null before. */
  readonly endedAt: Date | null;
  /** The transaction that has spent what this one was to spend; null for none. */
  readonly replacedBy: string | null;
}

export type DepositState =
  /** Known, and not credited yet. */
  | 'seen'
  /**
   * In no block for so long, or replaced by a transaction of a block, so that it is not waited
   * for. It counts again when a block has it.
   */
  | 'gone'
  | 'credited'
  /** The owner had closed the account, so the deposit waits for an operator. */
  | 'unclaimed';

export interface BlockPlace {
  readonly height: number;
  readonly hash: string;
}

/** How deep a block is: 1 for the newest one, 0 for a transaction that no block has. */
export const confirmationsOf = ({ block }: Pick<Deposit, 'block'>, tipHeight: number): number =>
  block === null ? 0 : Math.max(tipHeight - block.height + 1, 0);
