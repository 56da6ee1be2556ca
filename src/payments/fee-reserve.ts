import { debitSat, type Msat, msat, type Sat, sat, satToMsat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import type { Payment } from '../ledger/payment.ts';
import type { PaymentConfig } from './payment-config.ts';

const MILLION = 1_000_000n;

/** What stays held while a payment is under way: the amount and the maximum routing fee. */
export function heldForPayment(amountMsat: Msat, config: PaymentConfig): Sat {
  return sat(debitSat(amountMsat) + feeReserveSat(amountMsat, config));
}

/**
 * The minimum reserve or a share of the amount, whichever is greater, rounded up to a whole sat.
 */
export function feeReserveSat(
  amountMsat: Msat,
  config: Pick<PaymentConfig, 'feeReserveMinSat' | 'feeReservePpm'>,
): Sat {
  const shareMsat = msat((amountMsat * config.feeReservePpm + MILLION - 1n) / MILLION);
  const shareSat = debitSat(shareMsat);
  return shareSat > config.feeReserveMinSat ? shareSat : config.feeReserveMinSat;
}

/** The fee limit sent with a payment is exactly what was reserved for fees. */
export function maxFeeMsat(payment: Pick<Payment, 'heldSat' | 'amountMsat'>): Msat {
  const reserveSat = sat(payment.heldSat - debitSat(payment.amountMsat));
  assert(reserveSat >= 0n, 'the amount itself is held');
  return satToMsat(reserveSat);
}
