import type { Sat } from '../base/amount.ts';

/** Bitcoin that was sent to an address of a user: a single output of a transaction. */
export interface Deposit {
  readonly id: string;
  readonly identifier: string;
  readonly userId: string;
  readonly address: string;
  /**
   * The transaction id as block explorers show it; null for a payment within this service, which
   * has no transaction.
   */
  readonly txid: string | null;
  readonly outputIndex: number | null;
  readonly amountSat: Sat;
  readonly seenAt: Date;
  readonly state: DepositState;
  /**
   * The block that contained the transaction at the last look at the chain; null while it is
   * unconfirmed.
   */
  readonly block: BlockPlace | null;
  /** When the deposit was credited; null before. */
  readonly endedAt: Date | null;
  /** The id of the transaction that has replaced this deposit's transaction; null when none has. */
  readonly replacedBy: string | null;
}

export type DepositState =
  /** The transaction was seen, but the deposit is not credited yet. */
  | 'seen'
  /**
   * The deposit was given up, because its transaction was unconfirmed for too long or was replaced.
   * The deposit counts again if a block contains the transaction after all.
   */
  | 'gone'
  | 'credited'
  /** The account of the owner was closed already, so an operator has to decide about the money. */
  | 'unclaimed';

export interface BlockPlace {
  readonly height: number;
  readonly hash: string;
}

/** The number of confirmations: 1 in the newest block, 0 while the transaction is unconfirmed. */
export const confirmationsOf = ({ block }: Pick<Deposit, 'block'>, tipHeight: number): number =>
  block === null ? 0 : Math.max(tipHeight - block.height + 1, 0);
