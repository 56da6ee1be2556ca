import { debitSat, type Msat, msat, type Sat, sat, satToMsat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import type { CustomRecords } from '../lightning/custom-records.ts';
import type { MovementKind } from './movement-kind.ts';
import type { PaymentState } from './payment-state.ts';
import type { SentTo } from './sent-to.ts';

/** An outgoing payment: what was ordered, and how far it has come. */
export interface Payment extends PaymentOrder {
  readonly state: PaymentState;
  readonly path: PaymentPath;
  /** The money in the held account: amount and fee reserve. Zero for internal payments. */
  readonly heldSat: Sat;
  /** The routing cost as the node reported it; null until settled. */
  readonly feeMsat: Msat | null;
  readonly failure: PaymentFailure | null;
  readonly endedAt: Date | null;
  readonly dispatch: DispatchEvidence;
}

/** Internal payments never reach the node; node payments are sent over Lightning. */
export type PaymentPath = 'internal' | 'node';

export interface PaymentOrder {
  readonly id: string;
  /** The name of the payment on the wire: 24 letters and digits. */
  readonly identifier: string;
  readonly userId: string;
  readonly grantId: string;
  readonly kind: MovementKind;
  readonly paymentHash: string;
  /** The preimage: chosen by the payer of a keysend, proven by the node for BOLT11. */
  readonly preimage: string | null;
  readonly amountMsat: Msat;
  readonly destination: string;
  /** The invoice that is paid; empty for keysend. */
  readonly bolt11: string;
  /** The description of the BOLT11 invoice, or the payer's own memo for a keysend. */
  readonly memo: string | null;
  readonly descriptionHash: string | null;
  readonly records: CustomRecords;
  readonly batch: BatchPlace | null;
  /** The payee as the payer named it; null where they named none. */
  readonly sentTo: SentTo | null;
  readonly createdAt: Date;
}

export interface BatchPlace {
  readonly batchId: string;
  readonly index: number;
}

export interface PaymentFailure {
  /** A short code for programs: no_route, timeout, never_sent, … */
  readonly reason: string;
  /** A sentence that tells the caller why the payment failed. */
  readonly message: string;
}

/** Facts about handing a payment to the node; each is stored before it is relied on. */
export interface DispatchEvidence {
  /** The process that drives the payment as sender or recovery; null when none does. */
  readonly ownerProcessId: string | null;
  /** The process that began the hand-over, even after recovery took over. Null before that. */
  readonly senderProcessId: string | null;
  /** The node's newest payment index before the hand-over: a lower or equal index is not ours. */
  readonly indexBefore: bigint | null;
  /** Index under which the node acknowledged the payment. */
  readonly acknowledgedIndex: bigint | null;
  /** The time when the sender's request ended without an answer; null before. */
  readonly requestEndedAt: Date | null;
  /** The time of the first of two looks that did not find the payment on a synced node. */
  readonly firstNotFoundAt: Date | null;
}

/** A payment that has settled, with the figures that the payer sees. */
export interface SettledPayment extends Payment {
  readonly state: 'settled';
  readonly preimage: string;
  readonly endedAt: Date;
  /** The amount in whole sats, rounded up. */
  readonly amountSat: Sat;
  /** The sats that were debited beyond the amount. */
  readonly feeSat: Sat;
}

/**
 * The money that left the wallet beyond the amount: the fee, and what rounding to whole sats adds.
 */
export const beyondMsat = ({ amountMsat, amountSat, feeSat }: SettledPayment): Msat =>
  msat(satToMsat(sat(amountSat + feeSat)) - amountMsat);

export function toSettledPayment(payment: Payment): SettledPayment {
  const { preimage, feeMsat, endedAt } = payment;
  assert(payment.state === 'settled', 'only a settled payment has an end to show');
  assert(preimage !== null && feeMsat !== null, 'a settled payment has preimage and fee');
  assert(endedAt !== null, 'a settled payment has a time of settlement');
  const amountSat = debitSat(payment.amountMsat);
  const feeSat = feeSatOf(payment, amountSat, feeMsat);
  return { ...payment, state: 'settled', preimage, endedAt, amountSat, feeSat };
}

function feeSatOf({ path, amountMsat, heldSat }: Payment, amountSat: Sat, feeMsat: Msat): Sat {
  switch (path) {
    case 'internal':
      return sat(0n);
    case 'node': {
      const debitedSat = debitSat(msat(amountMsat + feeMsat));
      // Payers never pay more than was held: see ledger transfers, losses.
      return sat((debitedSat > heldSat ? heldSat : debitedSat) - amountSat);
    }
  }
}

/** Whether the node is told of a payment and proves its end. Else only the database does. */
export function leavesByNode({ path }: Pick<Payment, 'path'>): boolean {
  switch (path) {
    case 'internal':
      return false;
    case 'node':
      return true;
  }
}

/** Whether the node may have a payment, as far as the database knows. */
export const mayBeAtNode = (payment: Payment): boolean =>
  leavesByNode(payment) && payment.state !== 'reserved';
