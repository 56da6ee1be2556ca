import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
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
  /** Two looks that find nothing must be so far apart. */
  readonly notFoundGraceSec: number;
  /** The silence after which a process cannot have a request on its way any more. */
  readonly heartbeatGraceSec: number;
  /** Two looks that find a payment stuck must be so far apart. */
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
  // A reserved payment was not handed over: its sender will do that, or recovery will fail the row.
  if (payment.state === 'reserved') return 'open';
  const begunAt = await beginSecondLook(deps, payment);
  const said = await deps.lightning.payment(payment.paymentHash);
  return await concludePayment(deps, payment, said, signal, begunAt);
}

/**
 * Asks the node a second time. Null when there was no earlier look, or when another node than ours
 * would be asked. The node's answer is as old as the question: this process may sleep before it
 * reads the answer, and the payment may reach the node meanwhile.
 */
async function beginSecondLook(
  deps: ResolvePaymentDeps,
  { dispatch }: Payment,
): Promise<Date | null> {
  if (dispatch.firstNotFoundAt === null || !(await isNodeTrusted(deps))) return null;
  return await deps.processes.databaseNow();
}

/** Resolves a payment with an answer of the node already at hand; alone, it proves no absence. */
export async function concludePayment(
  deps: ResolvePaymentDeps,
  payment: Payment,
  said: NodePayment | UnknownOutcome,
  signal: AbortSignal,
  secondLookAt: Date | null = null,
): Promise<Resolution> {
  if (said.kind === 'unknown') return 'open';
  const verdict = judgeNodePayment(payment, said);
  // Remains of an earlier attempt read as absent, so they do not count as found.
  if (verdict.kind !== 'absent') await forgetNotFound(deps, payment);
  switch (verdict.kind) {
    case 'settled':
      return toResolution(await endPayment(deps, payment, verdict, signal));
    case 'failed': {
      // Until the sender is done, a failure could be that of another payment for this invoice.
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
 * "Not found" is proof only when nothing can arrive any more. The sender's request has ended or its
 * process is gone; the node is ours and synced, before and after the question; and it says so
 * twice, with the grace period between the end of the first look and the start of the second. The
 * node must not forget what it has once acknowledged: in that case a person has to look.
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
  const lastHeartbeat = await processes.lastHeartbeat(dispatch.senderProcessId);
  if (lastHeartbeat === null) return true;
  const now = await processes.databaseNow();
  return now.getTime() - lastHeartbeat.getTime() > config.heartbeatGraceSec * 1000;
}

/**
 * Whether the node's silence can be believed: one that is catching up, or another node at the same
 * address, knows less than ours did.
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
