import type { Sat } from '../base/amount.ts';
import type { Result } from '../base/result.ts';
import type { Outpoint } from './bitcoin/transaction.ts';

/**
 * Port: sends bitcoin from the wallet of the node in separate steps, so that the caller can store a
 * transaction before anyone else sees it. Faults (node away, answer not understood) are thrown as
 * NodeFault. A call that threw may nevertheless have had its effect.
 */
export interface ChainSpending {
  /**
   * The fee rate, in sat per 1000 weight units, at which a transaction is expected to be in a block
   * within the given number of blocks.
   */
  feeRate(targetBlocks: number): Promise<bigint>;
  /**
   * The fee that sending the amount would cost if it were sent now; null when the coins that can be
   * spent now do not suffice. No coins are locked.
   */
  estimateFee(order: EstimateOrder): Promise<Sat | null>;
  /**
   * Makes an unsigned transaction that pays the order. Its coins are confirmed, and are leased
   * under the caller's lock.
   */
  fund(order: FundOrder): Promise<Result<FundedTransaction, FundRefusal>>;
  /**
   * Signs a PSBT that `fund` returned, and returns the whole transaction in hex. The transaction id
   * is the same each time the PSBT is signed.
   */
  sign(psbt: string): Promise<string>;
  /**
   * Hands a transaction to the network; callers may repeat this as often as they like. That LND
   * accepted the transaction does not prove that the network has it, and a refusal does not prove
   * that the network does not have it.
   */
  publish(rawTransaction: string, label: string): Promise<PublishOutcome>;
  listLeases(): Promise<readonly Lease[]>;
  /** Leases a coin, or extends its lease; false when the wallet refuses. */
  lease(lockId: string, outpoint: Outpoint): Promise<boolean>;
  /**
   * Ends a lease. A lease that does not exist, or that has another lock, is no error and is left
   * alone.
   */
  release(lockId: string, outpoint: Outpoint): Promise<void>;
  /** The sum that has to stay in the wallet so that anchor channels can be closed at any time. */
  requiredReserve(): Promise<Sat>;
  close(): Promise<void>;
}

export interface EstimateOrder {
  readonly address: string;
  readonly amountSat: Sat;
  readonly targetBlocks: number;
}

export interface FundOrder {
  readonly address: string;
  readonly amountSat: Sat;
  readonly satPerKw: bigint;
  /** The lock under which the coins are leased: 32 bytes in hex. */
  readonly lockId: string;
}

export interface FundedTransaction {
  /** The unsigned transaction as a PSBT in base64. */
  readonly psbt: string;
  readonly inputs: readonly LeasedCoin[];
  /** The output that pays the change back to the wallet; null when there is no change. */
  readonly changeIndex: number | null;
  /** The fee of the transaction: the sum of its inputs minus the sum of its outputs. */
  readonly feeSat: Sat;
}

export interface LeasedCoin extends Outpoint {
  readonly amountSat: Sat;
}

export interface Lease extends LeasedCoin {
  readonly lockId: string;
}

export type FundRefusal =
  /**
   * The wallet has too few coins that can be spent now. Coins that are leased, and change that
   * waits for a block, do not count.
   */
  | { readonly kind: 'insufficient_coins' }
  /** The order is refused for good, such as for an amount that is too small for an output. */
  | { readonly kind: 'refused'; readonly detail: string };

export type PublishOutcome =
  | { readonly kind: 'handed_over' }
  | { readonly kind: 'refused'; readonly detail: string };
