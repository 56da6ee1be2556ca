import { debitSat, type Msat, msat, type Sat, sat, satToMsat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import type { Payment } from '../ledger/payment.ts';
import type { FeeReserveConfig } from './payment-config.ts';

const MILLION = 1_000_000n;

/** The money that is held while a payment is under way: its amount and the maximum routing fee. */
export function heldForPayment(amountMsat: Msat, config: FeeReserveConfig): Sat {
  return sat(debitSat(amountMsat) + feeReserveSat(amountMsat, config));
}

/**
 * The reserve for routing fees: the minimum or a share of the amount, whichever is greater, rounded
 * up to a whole sat; but never more than the upper limit, if there is one.
 */
export function feeReserveSat(
  amountMsat: Msat,
  { feeReservePpm, feeReserveMinSat, feeReserveMaxSat }: FeeReserveConfig,
): Sat {
  const shareMsat = msat((amountMsat * feeReservePpm + MILLION - 1n) / MILLION);
  const shareSat = debitSat(shareMsat);
  const reserveSat = shareSat > feeReserveMinSat ? shareSat : feeReserveMinSat;
  return feeReserveMaxSat === undefined ? reserveSat : smaller(reserveSat, feeReserveMaxSat);
}

/**
 * Lowers the upper limit of the fee reserve for one payment. The reserve is also the fee limit that
 * is sent with the payment.
 */
export const capReserve = <Config extends FeeReserveConfig>(
  config: Config,
  maxSat: Sat,
): Config => ({
  ...config,
  feeReserveMaxSat: smaller(config.feeReserveMaxSat ?? maxSat, maxSat),
});

/**
 * The greatest amount that can be sent over the node with the spendable sats, so that the fee
 * reserve fits as well. 0 when not even the reserve fits.
 */
export function maxSendSat(spendableSat: Sat, config: FeeReserveConfig): Sat {
  const byShare = (spendableSat * MILLION) / (MILLION + config.feeReservePpm);
  const byMinimum = spendableSat - config.feeReserveMinSat;
  let most = byShare < byMinimum ? byShare : byMinimum;
  // If the reserve has an upper limit, the spendable sats less this limit can always be sent.
  const byBound = spendableSat - (config.feeReserveMaxSat ?? spendableSat);
  if (most < byBound) most = byBound;
  // The amount computed so far is never too low, but may be a sat too high, because the fee reserve
  // is rounded up.
  while (most > 0n && most + feeReserveSat(satToMsat(sat(most)), config) > spendableSat) most -= 1n;
  return sat(most < 0n ? 0n : most);
}

const smaller = (a: Sat, b: Sat): Sat => (a < b ? a : b);

/** The fee limit that is sent with a payment: what was reserved for fees. */
export function maxFeeMsat(payment: Pick<Payment, 'heldSat' | 'amountMsat'>): Msat {
  const reserveSat = sat(payment.heldSat - debitSat(payment.amountMsat));
  assert(reserveSat >= 0n, 'the amount itself is held');
  return satToMsat(reserveSat);
}
