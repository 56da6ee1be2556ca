import { assert } from '../../base/assert.ts';
import { hexToBytes } from '../../base/hex.ts';
import { retryUntilDone } from '../../base/retry-until-done.ts';
import { readBolt11Amount } from '../../lightning/bolt11-prefix.ts';
import type { LightningNode, SendOrder, SendOutcome } from '../../lightning/node-port.ts';
import { maxFeeMsat } from '../../wallet/fee-reserve.ts';
import type { Payment, PaymentFailure } from '../../wallet/payment.ts';
import {
  NEVER_SENT,
  NODE_AWAY,
  rejectedByNode,
  STOPPED_MEANWHILE,
} from '../../wallet/payment-failure.ts';
import type { DispatchOutcome, PaymentStore } from '../../wallet/payment-store.ts';
import { isDecisiveRefusal, judgeNodePayment, type Verdict } from '../../wallet/payment-verdict.ts';
import type { BegunPayments } from '../operations/begun-payments.ts';
import { raiseAlarm } from '../operations/raise-alarm.ts';
import type { AcknowledgementMarks } from './acknowledgement-marks.ts';
import { type EndPaymentDeps, endPayment, type PaymentEnd } from './end-payment.ts';
import type { HeartbeatGate } from './heartbeat-gate.ts';
import type { NewestIndexReader } from './newest-index-reader.ts';

export interface DispatchDeps extends EndPaymentDeps {
  readonly payments: PaymentStore;
  readonly marks: AcknowledgementMarks;
  readonly lightning: Pick<LightningNode, 'send' | 'payment'>;
  readonly newestIndex: NewestIndexReader;
  readonly heartbeat: HeartbeatGate;
  readonly begun: Pick<BegunPayments, 'note'>;
  readonly processId: string;
  /** Ends our waiting for the node: the process is stopping. */
  readonly stop: AbortSignal;
}

/** How long the node looks for routes. HTLCs that it has sent by then continue. */
const SEND_TIMEOUT_SEC = 60;

/**
 * Hands a reserved payment to the node, once, and follows it to its end. If the end is not known
 * when this returns, the row says so, and recovery takes over.
 */
export async function dispatchPayment(deps: DispatchDeps, payment: Payment): Promise<void> {
  const indexBefore = await readIndexBefore(deps);
  if (indexBefore === null) return void (await failReserved(deps, payment, NODE_AWAY));

  const begunAtMs = deps.clock.monotonicMs();
  const begun = await beginDispatch(deps, payment, indexBefore);
  if (begun === 'not_ours') return;
  if (begun === 'stopped') return void (await failReserved(deps, payment, STOPPED_MEANWHILE));
  if (begun === 'unsure') return await failUnsure(deps, payment);
  const isNoted = await note(deps, payment);
  // This process may have slept until here, and others may have considered it gone.
  const maySend = isNoted && deps.heartbeat.maySend(begunAtMs) && !deps.stop.aborted;
  if (!maySend) return void (await failBegun(deps, payment));

  await sendAndConclude(deps, {
    ...payment,
    state: 'dispatching',
    dispatch: { ...payment.dispatch, indexBefore, senderProcessId: deps.processId },
  });
}

async function readIndexBefore(deps: DispatchDeps): Promise<bigint | null> {
  try {
    return await deps.newestIndex();
  } catch (error) {
    deps.log.warn({ error }, 'the node did not tell its newest payment');
    return null;
  }
}

/** A fault may hide that it was committed; then nothing is sent. */
async function beginDispatch(
  { payments, processId, log }: DispatchDeps,
  { id }: Payment,
  indexBefore: bigint,
): Promise<DispatchOutcome | 'unsure'> {
  try {
    const dispatch = { paymentId: id, ownerProcessId: processId, indexBefore };
    return await payments.beginDispatch(dispatch);
  } catch (error) {
    log.warn({ error, paymentId: id }, 'a payment could not be marked as dispatching');
    return 'unsure';
  }
}

/** The record that reveals a database gone back must be written before the payment leaves. */
async function note({ begun, log }: DispatchDeps, { id }: Payment): Promise<boolean> {
  try {
    await begun.note(id);
    return true;
  } catch (error) {
    log.error({ error, paymentId: id }, 'a payment could not be noted in the data folder');
    return false;
  }
}

/** No mark was set: if the payment is under way after all, it is not ours to end. */
const failReserved = (
  deps: DispatchDeps,
  payment: Payment,
  failure: PaymentFailure,
): Promise<boolean> =>
  endPayment(deps, payment, { kind: 'failed', failure, onlyFrom: 'reserved' }, deps.stop);

/** Only this task could have sent the payment, and it certainly did not. */
const failBegun = (deps: DispatchDeps, payment: Payment): Promise<boolean> => {
  const end = { kind: 'failed', failure: NEVER_SENT, onlyFrom: 'dispatched' } as const;
  return endPayment(deps, payment, end, deps.stop);
};

async function failUnsure(deps: DispatchDeps, payment: Payment): Promise<void> {
  if (!(await failReserved(deps, payment, NEVER_SENT))) await failBegun(deps, payment);
}

async function sendAndConclude(deps: DispatchDeps, payment: Payment): Promise<void> {
  const sent = await send(deps, payment);
  const verdict = await judge(deps, sent.payment, sent.outcome);
  const end = toEnd(verdict);
  if (end !== null) {
    deps.marks.drop(payment.id);
    await endPayment(deps, sent.payment, end, deps.stop);
  } else {
    await deps.marks.write(payment.id);
    const endedAt = deps.clock.now();
    await retryUntilDone(deps, 'giving a payment to recovery', deps.stop, () =>
      deps.payments.markUnknown(payment.id, endedAt),
    );
  }
  if ('alarm' in verdict && verdict.alarm !== null) {
    const detail = 'the node answered our own hand-over with this';
    await raiseAlarm(deps, { kind: verdict.alarm, subject: payment.id, detail });
  }
}

interface Sent {
  readonly outcome: SendOutcome;
  /** Including the node's acknowledgement, if it came. */
  readonly payment: Payment;
}

async function send(deps: DispatchDeps, payment: Payment): Promise<Sent> {
  const { id, dispatch } = payment;
  let acknowledgedIndex: bigint | null = null;
  const onAcknowledged = (paymentIndex: bigint): void => {
    // It is an earlier attempt of the same hash, not the one that we just sent.
    if (dispatch.indexBefore === null || paymentIndex <= dispatch.indexBefore) return;
    acknowledgedIndex = paymentIndex;
    deps.marks.add({ paymentId: id, paymentIndex });
  };
  const hooks = { signal: deps.stop, onAcknowledged };
  const outcome = await deps.lightning
    .send(toSendOrder(payment), hooks)
    .catch((error: unknown): SendOutcome => ({ kind: 'unknown', detail: String(error) }));
  return { outcome, payment: { ...payment, dispatch: { ...dispatch, acknowledgedIndex } } };
}

/** Asks the node again when the answer to our own call leaves the end open. */
async function judge(deps: DispatchDeps, payment: Payment, outcome: SendOutcome): Promise<Verdict> {
  if (outcome.kind !== 'unknown' && outcome.kind !== 'refused') {
    return judgeNodePayment(payment, outcome);
  }
  if (deps.stop.aborted) return STILL_OPEN;
  const verdict = await look(deps, payment);
  const isNew = payment.dispatch.acknowledgedIndex === null;
  if (verdict.kind === 'absent' && isNew && isDecisiveRefusal(outcome)) {
    return { kind: 'failed', failure: rejectedByNode(outcome.detail), alarm: null };
  }
  return verdict;
}

async function look(deps: DispatchDeps, payment: Payment): Promise<Verdict> {
  const { acknowledgedIndex } = payment.dispatch;
  try {
    const said = await deps.lightning.payment(payment.paymentHash);
    // Ours ended while this process slept, and the hash was tried again: left to recovery.
    const isLater =
      said.kind !== 'not_found' &&
      acknowledgedIndex !== null &&
      said.paymentIndex > acknowledgedIndex;
    return isLater ? STILL_OPEN : judgeNodePayment(payment, said);
  } catch (error) {
    deps.log.warn({ error, paymentId: payment.id }, 'the node did not tell of a payment');
    return STILL_OPEN;
  }
}

const STILL_OPEN: Verdict = { kind: 'open', alarm: null };

function toEnd(verdict: Verdict): PaymentEnd | null {
  if (verdict.kind === 'settled') return verdict;
  if (verdict.kind !== 'failed') return null;
  return { kind: 'failed', failure: verdict.failure, onlyFrom: 'dispatched' };
}

function toSendOrder(payment: Payment): SendOrder {
  const { paymentHash, amountMsat } = payment;
  const common = { paymentHash, maxFeeMsat: maxFeeMsat(payment), timeoutSec: SEND_TIMEOUT_SEC };
  if (payment.kind === 'bolt11') {
    const { bolt11 } = payment;
    const isPayersChoice = readBolt11Amount(bolt11) === null;
    return { ...common, kind: 'bolt11', bolt11, amountMsat: isPayersChoice ? amountMsat : null };
  }
  const preimage = hexToBytes(payment.preimage ?? '', 32);
  assert(preimage !== null, 'the preimage of a keysend is fixed before it is sent');
  const { destination, records } = payment;
  return { ...common, kind: 'keysend', destination, amountMsat, preimage, records };
}
