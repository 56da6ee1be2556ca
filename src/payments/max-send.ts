import { type Sat, sat, satToMsat } from '../base/amount.ts';
import { feeReserveSat } from './fee-reserve.ts';
import type { PaymentConfig } from './payment-config.ts';

const MILLION = 1_000_000n;

/**
 * The greatest amount that can be sent over the node with what is spendable: the reserve for fees
 * has to fit beside it. 0 where not even the reserve fits.
 */
export function maxSendSat(
  spendableSat: Sat,
  config: Pick<PaymentConfig, 'feeReserveMinSat' | 'feeReservePpm'>,
): Sat {
  const byShare = (spendableSat * MILLION) / (MILLION + config.feeReservePpm);
  const byMinimum = spendableSat - config.feeReserveMinSat;
  let most = byShare < byMinimum ? byShare : byMinimum;
  // Both bounds are never too low; rounding the share up may ask for a sat less.
  while (most > 0n && most + feeReserveSat(satToMsat(sat(most)), config) > spendableSat) most -= 1n;
  return sat(most < 0n ? 0n : most);
}
