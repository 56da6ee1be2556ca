/**
 * Decides what an answer of the node says about one of our payments: settled, failed, still open,
 * or not ours at all.
 */

import type { AlarmKind } from '../alarms/alarm-store.ts';
import type { Msat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import type { Payment, PaymentFailure } from '../ledger/payment.ts';
import { nodeFailure, PAID_BY_OTHERS } from '../ledger/payment-failure.ts';
import type { NodePayment, SendOutcome } from '../lightning/node-port.ts';
import { provesPayment } from '../lightning/preimage.ts';

export type VerdictAlarm = Extract<AlarmKind, 'foreign_payment_for_hash' | 'preimage_mismatch'>;

/** What the node's answer means for one of our payments. */
export type Verdict =
  | {
      readonly kind: 'settled';
      readonly preimage: string;
      readonly amountMsat: Msat;
      readonly feeMsat: Msat;
    }
  | {
      readonly kind: 'failed';
      readonly failure: PaymentFailure;
      readonly alarm: VerdictAlarm | null;
    }
  /** The node has the payment and is still working on it. */
  | { readonly kind: 'in_flight'; readonly paymentIndex: bigint }
  /**
   * The node holds nothing of the payment that we handed over. A single such answer proves nothing.
   */
  | { readonly kind: 'absent' }
  /**
   * Nothing can be concluded about the payment yet; `alarm` tells the operator of an answer that
   * should not occur.
   */
  | { readonly kind: 'open'; readonly alarm: VerdictAlarm | null };

/**
 * Judges what the node says about a payment. The node knows payments by their hash only, and other
 * attempts may have had the same hash, before ours or by someone else. Payment indexes grow with
 * each attempt, so an attempt whose index is not above the newest one before our hand-over is not
 * ours. The failure of such an attempt says nothing about ours; its success means that ours can
 * never start.
 */
export function judgeNodePayment(payment: Payment, said: NodePayment): Verdict {
  if (said.kind === 'not_found') return { kind: 'absent' };
  const { indexBefore } = payment.dispatch;
  assert(indexBefore !== null, 'the newest index is stored before a payment is handed over');
  const isOurs = said.paymentIndex > indexBefore;
  switch (said.kind) {
    case 'in_flight':
      return isOurs
        ? { kind: 'in_flight', paymentIndex: said.paymentIndex }
        : { kind: 'open', alarm: null };
    case 'failed':
      return isOurs
        ? { kind: 'failed', failure: nodeFailure(said.reason), alarm: null }
        : { kind: 'absent' };
    case 'succeeded': {
      if (!isOurs) {
        return { kind: 'failed', failure: PAID_BY_OTHERS, alarm: 'foreign_payment_for_hash' };
      }
      if (!provesPayment(said.preimage, payment.paymentHash)) {
        return { kind: 'open', alarm: 'preimage_mismatch' };
      }
      const { preimage, amountMsat, feeMsat } = said;
      return { kind: 'settled', preimage, amountMsat, feeMsat };
    }
  }
}

/**
 * The gRPC status codes after which the node may have accepted the payment although it reported an
 * error.
 */
const CANCELLED = 1;
const DEADLINE_EXCEEDED = 4;
const ALREADY_EXISTS = 6;
const UNAVAILABLE = 14;
const UNDECIDED_CODES = [CANCELLED, DEADLINE_EXCEEDED, ALREADY_EXISTS, UNAVAILABLE];

type Refused = Extract<SendOutcome, { kind: 'refused' }>;

/** Whether the node's refusal of our own request proves that it did not accept the payment. */
export const isDecisiveRefusal = (outcome: SendOutcome): outcome is Refused =>
  outcome.kind === 'refused' && !UNDECIDED_CODES.includes(outcome.code);
