import { creditSat, debitSat, type Msat, type Sat, sat } from '../base/amount.ts';

/** Two amounts between which another side lets a user choose. */
export interface OfferedLimits {
  readonly minMsat: Msat;
  readonly maxMsat: Msat;
}

/** Amounts that a user may choose, in the whole sats that leave or reach their wallet. */
export interface OfferedAmounts {
  readonly minSat: Sat;
  readonly maxSat: Sat;
  /**
   * The only amount where no whole sat lies within the limits, such as a price of 100,000.5 sat;
   * then both sats are what it does to the wallet. Null where whole sats are chosen.
   */
  readonly exactMsat: Msat | null;
}

/** Amounts that a payment may have; null where nothing can be sent. */
export const amountsToSend = (limits: OfferedLimits, mostSat: Sat): OfferedAmounts | null =>
  amountsWithin(limits, mostSat, debitSat);

/** Amounts that a withdrawal may have; null where nothing would arrive. */
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
  // All amounts within one sat are the same to the wallet, so the highest stands for them.
  const only = asSat(maxMsat);
  return only >= 1n && only <= mostSat ? { minSat: only, maxSat: only, exactMsat: maxMsat } : null;
}
