import { type Sat, sat } from '../base/amount.ts';
import type { LeasedCoin } from '../lightning/chain-spending.ts';
import type { BlockPlace } from './deposit.ts';
import type { WithdrawalState } from './withdrawal-state.ts';

/** Bitcoin that a user sends to an address: what was ordered, and how far it has come. */
export interface Withdrawal extends WithdrawalOrder {
  readonly id: string;
  /** The name on the wire: 24 letters and digits. */
  readonly identifier: string;
  readonly userId: string;
  readonly grantId: string;
  readonly createdAt: Date;
  readonly state: WithdrawalState;
  /** Amount and highest fee in the held account; zero for one that stays within this service. */
  readonly heldSat: Sat;
  /** The height of the chain when it was ordered: its transaction is in no earlier block. */
  readonly fromHeight: number;
  /** Stored before it is published, and the same for ever; null before. */
  readonly transaction: SignedTransaction | null;
  /** Null while no block has the transaction. */
  readonly block: BlockPlace | null;
  readonly failure: WithdrawalFailure | null;
  readonly endedAt: Date | null;
  /** Whether the address is of a user of this service: then nothing is sent, and nothing costs. */
  readonly isInternal: boolean;
}

export interface WithdrawalOrder {
  readonly address: string;
  readonly amountSat: Sat;
  readonly speed: WithdrawalSpeed;
  /** What it is for, in the words of the link that was paid; missing where it had none. */
  readonly purpose?: string;
}

export interface SignedTransaction {
  readonly txid: string;
  /** The whole transaction in hex. */
  readonly raw: string;
  readonly inputs: readonly LeasedCoin[];
  readonly feeSat: Sat;
  readonly changeIndex: number | null;
}

/** How soon a block shall have the transaction. */
export const WITHDRAWAL_SPEEDS = ['slow', 'normal', 'fast'] as const;
export type WithdrawalSpeed = (typeof WITHDRAWAL_SPEEDS)[number];

/** Within how many blocks, of about ten minutes each. */
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

/** The fee that the user pays: that of the transaction, once it is known. */
export const feeOf = ({ isInternal, transaction }: Withdrawal): Sat | null =>
  isInternal ? sat(0n) : (transaction?.feeSat ?? null);
