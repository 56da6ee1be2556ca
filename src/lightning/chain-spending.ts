import type { Sat } from '../base/amount.ts';
import type { Result } from '../base/result.ts';
import type { Outpoint } from './bitcoin/transaction.ts';

/**
 * Port: sends bitcoin from the wallet of the node, step by step, so that a transaction is stored
 * before anyone else sees it. Faults (node away, answer not understood) are thrown as NodeFault; a
 * call that threw may have had its effect.
 */
export interface ChainSpending {
  /** The rate in sat per 1000 weight units at which a block is expected within so many blocks. */
  feeRate(targetBlocks: number): Promise<bigint>;
  /**
   * What this would cost in all if it were sent now. Null when the coins that can be spent now do
   * not suffice. Nothing is locked.
   */
  estimateFee(order: EstimateOrder): Promise<Sat | null>;
  /** Chooses confirmed coins, and leases them under the lock of the caller. Nothing is signed. */
  fund(order: FundOrder): Promise<Result<FundedTransaction, FundRefusal>>;
  /** Signs what `fund` answered: the whole transaction in hex. Signed again, its id is the same. */
  sign(psbt: string): Promise<string>;
  /**
   * Hands a transaction to the network. It may be handed over as often as needed. That LND took it
   * says nothing about the network, and a refusal does not say that the network does not have it.
   */
  publish(rawTransaction: string, label: string): Promise<PublishOutcome>;
  listLeases(): Promise<readonly Lease[]>;
  /** Leases a coin, or makes its lease last longer. False where the wallet refuses. */
  lease(lockId: string, outpoint: Outpoint): Promise<boolean>;
  /** Ends a lease. One that is not there, or is another's, stays as it is. */
  release(lockId: string, outpoint: Outpoint): Promise<void>;
  /** What has to stay in the wallet so that channels can be closed at any time. */
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
  /** 32 bytes in hex that name who holds the coins. */
  readonly lockId: string;
}

export interface FundedTransaction {
  /** In base64. */
  readonly psbt: string;
  readonly inputs: readonly LeasedCoin[];
  /** The output that comes back to the wallet; null when nothing does. */
  readonly changeIndex: number | null;
  /** What the inputs hold beyond the outputs. */
  readonly feeSat: Sat;
}

export interface LeasedCoin extends Outpoint {
  readonly amountSat: Sat;
}

export interface Lease extends LeasedCoin {
  readonly lockId: string;
}

export type FundRefusal =
  /** Also while the coins are leased, or while change waits for a block. */
  | { readonly kind: 'insufficient_coins' }
  /** The order itself is refused, for good. */
  | { readonly kind: 'refused'; readonly detail: string };

export type PublishOutcome =
  | { readonly kind: 'handed_over' }
  | { readonly kind: 'refused'; readonly detail: string };
