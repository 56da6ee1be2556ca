import type { Sat } from '../base/amount.ts';

/** Bitcoin that was sent to an address of a user: a single output of a transaction. */
export interface Deposit {
  readonly id: string;
  readonly identifier: string;
  readonly userId: string;
  readonly address: string;
  /**
   * The transaction id as block explorers show it; null if another user of this service has paid
   * the address.
   */
  readonly txid: string | null;
  readonly outputIndex: number | null;
  readonly amountSat: Sat;
  readonly seenAt: Date;
  readonly state: DepositState;
  /** The block that had the transaction at the last look; null while it is unconfirmed. */
  readonly block: BlockPlace | null;
  /** When the deposit was credited; null before. */
  readonly endedAt: Date | null;
  /** The transaction that has replaced the deposit's one; null for none. */
  readonly replacedBy: string | null;
}

export type DepositState =
  /** Seen, but not credited yet. */
  | 'seen'
  /**
   * Given up, because the transaction was unconfirmed for too long or was replaced. The deposit
   * counts again if a block has its transaction after all.
   */
  | 'gone'
  | 'credited'
  /** The owner had closed the account, so an operator has to decide about the money. */
  | 'unclaimed';

export interface BlockPlace {
  readonly height: number;
  readonly hash: string;
}

/** The number of confirmations: 1 in the newest block, 0 while the transaction is unconfirmed. */
export const confirmationsOf = ({ block }: Pick<Deposit, 'block'>, tipHeight: number): number =>
  block === null ? 0 : Math.max(tipHeight - block.height + 1, 0);
