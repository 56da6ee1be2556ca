import type { Sat } from '../base/amount.ts';
import type { Backoff } from '../base/backoff.ts';

/** A payment without an end is asked for at the node after these pauses: its stream may be dead. */
export const SILENT_SEND_PAUSES: Backoff = { firstMs: 30_000, maxMs: 300_000 };
/** The most silent payments about which a process asks the node at the same time. */
export const MAX_SILENT_SEND_ASKS = 8;
/** Most payments end in seconds. A longer one is held by some node, and people are told so. */
const LONG_IN_FLIGHT_MS = 300_000;

export const isLongInFlight = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > LONG_IN_FLIGHT_MS;

/** The operator's settings for the money held for routing fees: see fee-reserve.ts. */
export interface FeeReserveConfig {
  readonly feeReservePpm: bigint;
  readonly feeReserveMinSat: Sat;
  /** The largest fee reserve; without it there is no bound. */
  readonly feeReserveMaxSat?: Sat;
}

/** The operator's settings for paying. */
export interface PaymentConfig extends FeeReserveConfig {
  readonly amountMaxSat: Sat;
  /** Maximum number of open outgoing payments per user. */
  readonly openPaymentsMax: number;
  /** The time for which a caller waits for a payment to end. */
  readonly waitSec: number;
}
