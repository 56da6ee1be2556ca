import { creditSat, debitSat, type Msat, type Sat, sat } from '../base/amount.ts';

/** The lowest and the highest amount that a payee accepts, or that a withdraw link offers. */
export interface OfferedLimits {
  readonly minMsat: Msat;
  readonly maxMsat: Msat;
}

/**
 * The amounts that a user may choose. They are whole sats, because a balance changes by whole sats.
 */
export interface OfferedAmounts {
  readonly minSat: Sat;
  readonly maxSat: Sat;
  /**
   * The only possible amount, when the limits of the payee or of the withdraw link leave no whole
   * sat, as for a price of 100,000.5 sat. `minSat` and `maxSat` are then the whole sats that the
   * wallet pays or receives. Null when the user chooses whole sats.
   */
  readonly exactMsat: Msat | null;
}

/** The amounts that a payment may have; null when nothing can be sent. */
export const amountsToSend = (limits: OfferedLimits, mostSat: Sat): OfferedAmounts | null =>
  amountsWithin(limits, mostSat, debitSat);

/** The amounts that a withdrawal may have; null when nothing would arrive. */
export const amountsToReceive = (limits: OfferedLimits, mostSat: Sat): OfferedAmounts | null =>
  amountsWithin(limits, mostSat, creditSat);

function amountsWithin(
  { minMsat, maxMsat }: OfferedLimits,
  mostSat: Sat,
  asSat: (amountMsat: Msat) => Sat,
): OfferedAmounts | null {
  const least = debitSat(minMsat);
  const minSat = least < 1n ? sat(1n) : least;
  const most = creditSat(maxMsat);
  if (minSat <= most) {
    const maxSat = most < mostSat ? most : mostSat;
    return minSat <= maxSat ? { minSat, maxSat, exactMsat: null } : null;
  }
  // No whole sat lies within the limits. All amounts within them cost or bring the wallet the same
  // whole sat, so the highest is taken.
  const only = asSat(maxMsat);
  return only >= 1n && only <= mostSat ? { minSat: only, maxSat: only, exactMsat: maxMsat } : null;
}
