import type { Sat } from '../base/amount.ts';
import type { Backoff } from '../base/backoff.ts';

/** After these pauses without an end, the node is asked: its stream may be dead without notice. */
export const SILENT_SEND_PAUSES: Backoff = { firstMs: 30_000, maxMs: 300_000 };
/** How many silent payments one process asks the node about at the same time. */
export const MAX_SILENT_SEND_ASKS = 8;
/** Most payments end in seconds. Longer ones are held by someone, and people are told so. */
const LONG_IN_FLIGHT_MS = 300_000;

export const isLongInFlight = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > LONG_IN_FLIGHT_MS;

/** How much is held for routing fees: see fee-reserve.ts. */
export interface FeeReserveConfig {
  readonly feeReservePpm: bigint;
  readonly feeReserveMinSat: Sat;
  /** No more than this is reserved; without it there is no bound. */
  readonly feeReserveMaxSat?: Sat;
}

/** The operator's settings for paying. */
export interface PaymentConfig extends FeeReserveConfig {
  readonly amountMaxSat: Sat;
  /** Maximum number of open outgoing payments per user. */
  readonly openPaymentsMax: number;
  /** How long a caller waits for a payment to end. */
  readonly waitSec: number;
}
