import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import { isSilent } from '../background/is-silent.ts';
import type { ProcessStore } from '../background/process-store.ts';
import type { Payment } from '../ledger/payment.ts';
import { NEVER_ARRIVED } from '../ledger/payment-failure.ts';
import { isOpen } from '../ledger/payment-state.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { LightningNode, NodePayment, UnknownOutcome } from '../lightning/node-port.ts';
import { type EndPaymentDeps, endPayment } from './end-payment.ts';
import type { PaymentStore } from './payment-store.ts';
import { judgeNodePayment } from './payment-verdict.ts';

export interface ResolvePaymentDeps extends EndPaymentDeps, SenderDeps, NodeTrustDeps {
  readonly payments: PaymentStore;
  readonly lightning: Pick<LightningNode, 'payment' | 'follow' | 'info'>;
  readonly config: Pick<ResolveConfig, 'notFoundGraceSec' | 'heartbeatGraceSec'>;
}

export interface SenderDeps {
  readonly processes: Pick<ProcessStore, 'lastHeartbeat' | 'databaseNow'>;
  readonly config: Pick<ResolveConfig, 'heartbeatGraceSec'>;
}

export interface NodeTrustDeps extends RaiseAlarmDeps {
  readonly lightning: Pick<LightningNode, 'info'>;
  readonly node: NodeIdentity;
}

export interface ResolveConfig {
  /**
   * The time between two questions to the node about a payment. The payment counts as never arrived
   * only if the node does not know it both times.
   */
  readonly notFoundGraceSec: number;
  /**
   * The silence of a process after which none of its requests can still be on its way to the node.
   */
  readonly heartbeatGraceSec: number;
  /**
   * The time between the two checks that must both find the payment stuck before it can be ended.
   */
  readonly stuckGraceSec: number;
}

export type Resolution =
  | 'ended'
  /** The node has the payment and is working on it. */
  | 'in_flight'
  | 'open';

/**
 * Asks the node for the end of a payment that was handed over, and draws the possible conclusions.
 * Never sends anything, and never refunds because time has passed.
 */
export async function resolvePayment(
  deps: ResolvePaymentDeps,
  payment: Payment,
  signal: AbortSignal,
): Promise<Resolution> {
  if (!isOpen(payment.state)) return 'ended';
  // A reserved payment was not handed over. Its sender will do that, or recovery will fail it.
  if (payment.state === 'reserved') return 'open';
  const begunAt = await beginSecondLook(deps, payment);
  const said = await deps.lightning.payment(payment.paymentHash);
  return await concludePayment(deps, payment, said, signal, begunAt);
}

/**
 * Prepares the second question to the node about a payment that it did not know at the first.
 * Returns the time before the second question. Null when there was no first question, or when the
 * node cannot be trusted. The time is taken before the node is asked, because this process may
 * sleep before it reads the answer, and in the meantime the payment may reach the node.
 */
async function beginSecondLook(
  deps: ResolvePaymentDeps,
  { dispatch }: Payment,
): Promise<Date | null> {
  if (dispatch.firstNotFoundAt === null || !(await isNodeTrusted(deps))) return null;
  return await deps.processes.databaseNow();
}

/**
 * Resolves a payment by an answer of the node that the caller already has. The answer can prove
 * that the payment is absent only if `secondLookAt` gives the time of the second question.
 */
export async function concludePayment(
  deps: ResolvePaymentDeps,
  payment: Payment,
  said: NodePayment | UnknownOutcome,
  signal: AbortSignal,
  secondLookAt: Date | null = null,
): Promise<Resolution> {
  if (said.kind === 'unknown') return 'open';
  const verdict = judgeNodePayment(payment, said);
  // If the node has only a failed earlier attempt with the same hash, it does not have our payment,
  // and the stored time of the first "not found" stays.
  if (verdict.kind !== 'absent') await forgetNotFound(deps, payment);
  switch (verdict.kind) {
    case 'settled':
      return toResolution(await endPayment(deps, payment, verdict, signal));
    case 'failed': {
      // Unless the sender is done, the failure may belong to an earlier payment of the same
      // invoice, while ours is still to arrive.
      const isDone =
        payment.dispatch.acknowledgedIndex !== null || (await isSenderDone(deps, payment));
      if (verdict.alarm === null && !isDone) return 'open';
      const end = { kind: 'failed', failure: verdict.failure, onlyFrom: 'dispatched' } as const;
      const hasEnded = await endPayment(deps, payment, end, signal);
      if (verdict.alarm !== null) await alarm(deps, payment, verdict.alarm);
      return toResolution(hasEnded);
    }
    case 'in_flight':
      await acknowledge(deps, payment, verdict.paymentIndex);
      return 'in_flight';
    case 'absent':
      return await concludeAbsence(deps, payment, signal, secondLookAt);
    case 'open':
      if (verdict.alarm !== null) await alarm(deps, payment, verdict.alarm);
      return 'open';
  }
}

const toResolution = (hasEnded: boolean): Resolution => (hasEnded ? 'ended' : 'open');

/**
 * Fails a payment that the node does not have. "Not found" is proof only when nothing can arrive
 * any more: the sender's request has ended or its process is gone; the node is ours and synced,
 * before and after the question; and it gives this answer twice, with the grace period between the
 * end of the first question and the start of the second. A node that had acknowledged the payment
 * should not have forgotten it, so in that case a person has to decide.
 */
async function concludeAbsence(
  deps: ResolvePaymentDeps,
  payment: Payment,
  signal: AbortSignal,
  secondLookAt: Date | null,
): Promise<Resolution> {
  if (payment.dispatch.acknowledgedIndex !== null) {
    await alarm(deps, payment, 'acknowledged_payment_not_found');
    return 'open';
  }
  if (!(await isSenderDone(deps, payment)) || !(await isNodeTrusted(deps))) return 'open';
  const now = await deps.processes.databaseNow();
  const firstAt = await deps.payments.markNotFound(payment.id, now);
  const graceMs = deps.config.notFoundGraceSec * 1000;
  if (secondLookAt === null || secondLookAt.getTime() - firstAt.getTime() < graceMs) return 'open';
  const end = { kind: 'failed', failure: NEVER_ARRIVED, onlyFrom: 'dispatched' } as const;
  return toResolution(await endPayment(deps, payment, end, signal));
}

export async function isSenderDone(
  { processes, config }: SenderDeps,
  { dispatch }: Payment,
): Promise<boolean> {
  if (dispatch.requestEndedAt !== null) return true;
  if (dispatch.senderProcessId === null) return false;
  return await isSilent(processes, dispatch.senderProcessId, config.heartbeatGraceSec);
}

/**
 * Whether the node's answer that it lacks a payment can be believed. A node that is still syncing,
 * or another node at the same address, knows less than ours did.
 */
export async function isNodeTrusted(deps: NodeTrustDeps): Promise<boolean> {
  const info = await deps.lightning.info();
  if (info.pubkey === deps.node.pubkey) return info.synced;
  await raiseAlarm(deps, {
    kind: 'node_changed',
    subject: info.pubkey,
    detail: `the node at our address is not ${deps.node.pubkey}: no payment is given up meanwhile`,
  });
  return false;
}

async function acknowledge(
  { payments }: ResolvePaymentDeps,
  { id, state, dispatch }: Payment,
  paymentIndex: bigint,
): Promise<void> {
  if (state === 'in_flight' && dispatch.acknowledgedIndex !== null) return;
  await payments.markAcknowledged({ paymentId: id, paymentIndex });
}

async function forgetNotFound({ payments }: ResolvePaymentDeps, payment: Payment): Promise<void> {
  if (payment.dispatch.firstNotFoundAt !== null) await payments.clearNotFound(payment.id);
}

const ALARM_DETAILS = {
  foreign_payment_for_hash: 'the node paid this hash before this payment was handed over',
  acknowledged_payment_not_found: 'the node has forgotten a payment that it had acknowledged',
  preimage_mismatch: 'the node told of a success without a preimage that proves it',
} as const;

async function alarm(
  deps: ResolvePaymentDeps,
  payment: Payment,
  kind: keyof typeof ALARM_DETAILS,
): Promise<void> {
  await raiseAlarm(deps, { kind, subject: payment.id, detail: ALARM_DETAILS[kind] });
}
