import { debitSat } from '../../base/amount.ts';
import type { Payment } from '../../ledger/payment.ts';
import type { StuckFinding } from '../check-stuck.ts';

/** A payment that hangs in the node, with the evidence for that. */
export interface StuckPayment {
  readonly payment: Payment;
  readonly finding: Extract<StuckFinding, { kind: 'stuck' }>;
}

export const paymentJson = (payment: Payment) => ({
  id: payment.id,
  state: payment.state,
  kind: payment.kind,
  user_id: payment.userId,
  payment_hash: payment.paymentHash,
  destination: payment.destination,
  amount: Number(debitSat(payment.amountMsat)),
  held: Number(payment.heldSat),
  created_at: payment.createdAt.toISOString(),
  ended_at: payment.endedAt?.toISOString() ?? null,
  failure: payment.failure?.message ?? null,
});

export const describePayment = (payment: Payment): string =>
  `${payment.id}  ${payment.state}  ${debitSat(payment.amountMsat)} sat  ` +
  `since ${payment.createdAt.toISOString()}  hash ${payment.paymentHash}`;

export const presentStuck = ({ payment, finding }: StuckPayment) => ({
  ...paymentJson(payment),
  channels: finding.evidence.channelIds,
  last_attempt_at: finding.evidence.lastAttemptAt.toISOString(),
  node_up_since: finding.evidence.nodeUpSince.toISOString(),
  first_seen_at: finding.firstSeenAt.toISOString(),
  block_height: finding.blockHeight,
  ends_from_block: finding.endsFromHeight,
  can_end: finding.lacks === null,
  lacks: finding.lacks,
});

export const describeStuck = ({ payment, finding }: StuckPayment): string =>
  `${describePayment(payment)}  last tried ${finding.evidence.lastAttemptAt.toISOString()}, ` +
  `node running since ${finding.evidence.nodeUpSince.toISOString()}  ` +
  (finding.lacks ?? 'it can never be paid: `satchel payments end` returns the money');
