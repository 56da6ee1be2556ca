import { type Sat, sat } from '../base/amount.ts';
import type { LeasedCoin } from '../lightning/chain-spending.ts';
import type { BlockPlace } from './deposit.ts';
import type { WithdrawalState } from './withdrawal-state.ts';

/** A withdrawal: bitcoin that a user sends to an address, and how far it has come. */
export interface Withdrawal extends WithdrawalOrder {
  readonly id: string;
  /** The public identifier: 24 letters and digits. */
  readonly identifier: string;
  readonly userId: string;
  readonly grantId: string;
  readonly createdAt: Date;
  readonly state: WithdrawalState;
  /**
   * The money in the account `held`: the amount and the highest fee. Zero for a withdrawal to a
   * user of this service, which settles at once.
   */
  readonly heldSat: Sat;
  /**
   * The height of the chain when the withdrawal was ordered. No earlier block can have its
   * transaction.
   */
  readonly fromHeight: number;
  /**
   * The transaction, which is stored before it is published and never changes; null before that.
   */
  readonly transaction: SignedTransaction | null;
  /** The block that contains the transaction; null while it is unconfirmed. */
  readonly block: BlockPlace | null;
  readonly failure: WithdrawalFailure | null;
  readonly endedAt: Date | null;
  /**
   * Whether the address belongs to a user of this service. Then there is no transaction and no fee.
   */
  readonly isInternal: boolean;
}

export interface WithdrawalOrder {
  readonly address: string;
  readonly amountSat: Sat;
  readonly speed: WithdrawalSpeed;
  /**
   * The purpose of the payment, in the words of the link that was paid; undefined when the link had
   * none.
   */
  readonly purpose?: string;
}

export interface SignedTransaction {
  readonly txid: string;
  /** The whole signed transaction in hex. */
  readonly raw: string;
  readonly inputs: readonly LeasedCoin[];
  readonly feeSat: Sat;
  readonly changeIndex: number | null;
}

/** How soon a withdrawal should confirm, which decides about its fee rate. */
export const WITHDRAWAL_SPEEDS = ['slow', 'normal', 'fast'] as const;
export type WithdrawalSpeed = (typeof WITHDRAWAL_SPEEDS)[number];

/**
 * The number of blocks within which a withdrawal of each speed should confirm. A block takes about
 * ten minutes.
 */
export const TARGET_BLOCKS: Readonly<Record<WithdrawalSpeed, number>> = {
  slow: 144,
  normal: 6,
  fast: 2,
};

export interface WithdrawalFailure {
  /** A short code for programs: not_enough_coins, fee_too_high, replaced, … */
  readonly reason: string;
  /** A sentence that tells the caller why nothing was sent. */
  readonly message: string;
}

/** The fee that the user pays, which is the fee of the transaction; null until that is known. */
export const feeOf = ({ isInternal, transaction }: Withdrawal): Sat | null =>
  isInternal ? sat(0n) : (transaction?.feeSat ?? null);
