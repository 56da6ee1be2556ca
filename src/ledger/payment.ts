import { debitSat, type Msat, msat, type Sat, sat, satToMsat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import type { CustomRecords } from '../lightning/custom-records.ts';
import type { MovementKind } from './movement-kind.ts';
import type { PaymentState } from './payment-state.ts';
import type { SentTo } from './sent-to.ts';

/** An outgoing payment: what was ordered, and what has become of it. */
export interface Payment extends PaymentOrder {
  readonly state: PaymentState;
  readonly path: PaymentPath;
  /**
   * The money set aside in the account `held`: amount and fee reserve. Zero for internal payments.
   */
  readonly heldSat: Sat;
  /** The fee for routing that the node reported; null until the payment has settled. */
  readonly feeMsat: Msat | null;
  readonly failure: PaymentFailure | null;
  readonly endedAt: Date | null;
  readonly dispatch: DispatchEvidence;
}

/**
 * How a payment reaches its payee. Internal payments never reach the node; others go over
 * Lightning.
 */
export type PaymentPath = 'internal' | 'node';

export interface PaymentOrder {
  readonly id: string;
  /** The public identifier of the payment: 24 letters and digits. */
  readonly identifier: string;
  readonly userId: string;
  readonly grantId: string;
  readonly kind: MovementKind;
  readonly paymentHash: string;
  /**
   * The preimage. The payer of a keysend chooses it. For an invoice, it proves the payment, and is
   * null until the payment has settled.
   */
  readonly preimage: string | null;
  readonly amountMsat: Msat;
  readonly destination: string;
  /** The BOLT11 text of the paid invoice; empty for a keysend. */
  readonly bolt11: string;
  /** The description of the invoice, or the payer's own note for a keysend. */
  readonly memo: string | null;
  readonly descriptionHash: string | null;
  readonly records: CustomRecords;
  readonly batch: BatchPlace | null;
  /** The payee as the payer named them; null where the payer named none. */
  readonly sentTo: SentTo | null;
  readonly createdAt: Date;
}

export interface BatchPlace {
  readonly batchId: string;
  readonly index: number;
}

export interface PaymentFailure {
  /** A short code of the failure for programs: no_route, timeout, never_sent, … */
  readonly reason: string;
  /** A sentence that tells the caller why the payment failed. */
  readonly message: string;
}

/**
 * What is known about handing a payment over to the node. Each fact is stored before anything
 * relies on it.
 */
export interface DispatchEvidence {
  /**
   * The process that works on the payment now, as its sender or as recovery; null when none does.
   */
  readonly ownerProcessId: string | null;
  /**
   * The process that began to hand the payment over, even after recovery took over; null before
   * that.
   */
  readonly senderProcessId: string | null;
  /**
   * The node's newest payment index before the hand-over: no payment up to that index is this one.
   */
  readonly indexBefore: bigint | null;
  /** The index under which the node acknowledged the payment; null before. */
  readonly acknowledgedIndex: bigint | null;
  /** When the call that hands the payment over to the node ended without an answer; null before. */
  readonly requestEndedAt: Date | null;
  /**
   * When a node that was synced to the chain first said that it does not have the payment. Only a
   * second such answer, some time later, is believed. Null before the first.
   */
  readonly firstNotFoundAt: Date | null;
}

/** The evidence of a payment that no one has begun to hand over, as of one within this service. */
export const NOT_DISPATCHED: DispatchEvidence = {
  ownerProcessId: null,
  senderProcessId: null,
  indexBefore: null,
  acknowledgedIndex: null,
  requestEndedAt: null,
  firstNotFoundAt: null,
};

/** A payment that has settled, with the figures that the payer sees. */
export interface SettledPayment extends Payment {
  readonly state: 'settled';
  readonly preimage: string;
  readonly endedAt: Date;
  /** The amount in whole sats, rounded up. */
  readonly amountSat: Sat;
  /** The fee in whole sats: what was debited beyond the amount. */
  readonly feeSat: Sat;
}

/**
 * The money in msat that left the wallet beyond the amount of the invoice: the fee, and what
 * rounding up to whole sats adds.
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
      // A payer never pays more than was held for the payment. If the node spent more, the ledger
      // books the rest as a loss of the service.
      return sat((debitedSat > heldSat ? heldSat : debitedSat) - amountSat);
    }
  }
}

/**
 * Whether the payment goes over the node, whose proof then decides how it ends. Otherwise both
 * wallets belong to this service, and the database decides.
 */
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
