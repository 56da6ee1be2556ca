import { debitSat, type Msat, msat, type Sat, sat, satToMsat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import type { Payment } from './payment.ts';
import type { PaymentConfig } from './payment-config.ts';

const MILLION = 1_000_000n;

/** What stays held while a payment is under way: the amount and what routing may cost at most. */
export function heldForPayment(amountMsat: Msat, config: PaymentConfig): Sat {
  return sat(debitSat(amountMsat) + feeReserveSat(amountMsat, config));
}

/** The greater of the least reserve and a share of the amount, rounded up to a whole sat. */
export function feeReserveSat(
  amountMsat: Msat,
  config: Pick<PaymentConfig, 'feeReserveMinSat' | 'feeReservePpm'>,
): Sat {
  const shareMsat = msat((amountMsat * config.feeReservePpm + MILLION - 1n) / MILLION);
  const shareSat = debitSat(shareMsat);
  return shareSat > config.feeReserveMinSat ? shareSat : config.feeReserveMinSat;
}

/** The fee limit that goes with a payment is what was reserved for it, no more and no less. */
export function maxFeeMsat(payment: Pick<Payment, 'heldSat' | 'amountMsat'>): Msat {
  const reserveSat = sat(payment.heldSat - debitSat(payment.amountMsat));
  assert(reserveSat >= 0n, 'the amount itself is held');
  return satToMsat(reserveSat);
}
