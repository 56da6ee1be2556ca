import type { Sat } from '../base/amount.ts';
import type { Backoff } from '../base/backoff.ts';

/**
 * The pauses after which the node is asked about a payment that has not ended, because the stream
 * that should tell its end may be dead.
 */
export const SILENT_SEND_PAUSES: Backoff = { firstMs: 30_000, maxMs: 300_000 };
/**
 * The most payments about which a process asks the node at the same time, because the streams that
 * should tell their ends are silent.
 */
export const MAX_SILENT_SEND_ASKS = 8;
/**
 * The time after which people are told that a payment takes long. Most payments end in seconds; a
 * longer one is held by some node on its route.
 */
const LONG_IN_FLIGHT_MS = 300_000;

export const isLongInFlight = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > LONG_IN_FLIGHT_MS;

/** The operator's settings for the routing fee reserve: see fee-reserve.ts. */
export interface FeeReserveConfig {
  readonly feeReservePpm: bigint;
  readonly feeReserveMinSat: Sat;
  /** The upper limit of the fee reserve; undefined for none. */
  readonly feeReserveMaxSat?: Sat;
}

/** The operator's settings for paying. */
export interface PaymentConfig extends FeeReserveConfig {
  readonly amountMaxSat: Sat;
  /** The most payments of a user that may be under way at the same time. */
  readonly openPaymentsMax: number;
  /** The longest time that a caller waits for a payment to end. */
  readonly waitSec: number;
  /** The longest time that a payment waits for its owner's approval. */
  readonly approvalWaitSec: number;
}
