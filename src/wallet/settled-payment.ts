import { debitSat, msat, type Sat, sat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import type { Payment } from './payment.ts';

/** A payment that reached its end, with the figures that the payer sees. */
export interface SettledPayment extends Payment {
  readonly state: 'settled';
  readonly preimage: string;
  readonly endedAt: Date;
  /** The amount in whole sats, rounded up. */
  readonly amountSat: Sat;
  /** What was debited beyond the amount. */
  readonly feeSat: Sat;
}

export function toSettledPayment(payment: Payment): SettledPayment {
  const { preimage, feeMsat, endedAt } = payment;
  assert(payment.state === 'settled', 'only a settled payment has an end to show');
  assert(preimage !== null && feeMsat !== null, 'a settled payment has preimage and fee');
  assert(endedAt !== null, 'a settled payment has a time of settlement');
  const amountSat = debitSat(payment.amountMsat);
  const debitedSat = debitSat(msat(payment.amountMsat + feeMsat));
  // The payer never pays more than was held: see ledger transfers, losses.
  const cappedSat = debitedSat > payment.heldSat ? payment.heldSat : debitedSat;
  const feeSat = payment.path === 'internal' ? sat(0n) : sat(cappedSat - amountSat);
  return { ...payment, state: 'settled', preimage, endedAt, amountSat, feeSat };
}
