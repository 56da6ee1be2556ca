/** Sends a reserved payment over the node, once or not at all. */

import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { retryUntilDone } from '../base/retry-until-done.ts';
import type { Payment, PaymentFailure } from '../ledger/payment.ts';
import {
  NEVER_SENT,
  NODE_AWAY,
  rejectedByNode,
  STOPPED_MEANWHILE,
} from '../ledger/payment-failure.ts';
import type { SendOutcome } from '../lightning/node-port.ts';
import type { DispatchJournal } from '../node/rewind/dispatch-journal.ts';
import type { AcknowledgementWriter } from './acknowledgement-writer.ts';
import { type EndPaymentDeps, endPayment, type PaymentEnd } from './end-payment.ts';
import type { NewestIndexReader } from './newest-index-reader.ts';
import type { DispatchOutcome, PaymentStore } from './payment-store.ts';
import { isDecisiveRefusal, judgeNodePayment, type Verdict } from './payment-verdict.ts';
import {
  recheckSent,
  type SendAndFollowDeps,
  STILL_OPEN,
  sendAndFollow,
} from './send-and-follow.ts';
import type { SendPermit } from './send-permit.ts';

export interface DispatchDeps extends EndPaymentDeps, SendAndFollowDeps {
  readonly payments: PaymentStore;
  readonly acknowledgements: AcknowledgementWriter;
  readonly newestIndex: NewestIndexReader;
  readonly heartbeat: SendPermit;
  readonly dispatchJournal: Pick<DispatchJournal, 'note'>;
  readonly processId: string;
}

/**
 * Hands a reserved payment to the node, once, and follows it to its end. If the end is not known
 * when this returns, the payment's row says so, and recovery takes over.
 */
export async function dispatchPayment(deps: DispatchDeps, payment: Payment): Promise<void> {
  const indexBefore = await readIndexBefore(deps);
  if (indexBefore === null) return void (await failReserved(deps, payment, NODE_AWAY));

  const begunAtMs = deps.clock.monotonicMs();
  const begun = await beginDispatch(deps, payment, indexBefore);
  if (begun === 'not_ours') return;
  if (begun === 'stopped') return void (await failReserved(deps, payment, STOPPED_MEANWHILE));
  if (begun === 'outcome_unknown') return await failNeverSent(deps, payment);
  const isNoted = await note(deps, payment);
  // This process may have been asleep until now. Other processes may then count it as gone, and may
  // have failed the payment.
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

/**
 * Marks a payment as being sent. If the database fails to answer, the mark may have been committed
 * nevertheless, and then nothing is sent.
 */
async function beginDispatch(
  { payments, processId, log }: DispatchDeps,
  { id }: Payment,
  indexBefore: bigint,
): Promise<DispatchOutcome | 'outcome_unknown'> {
  try {
    const dispatch = { paymentId: id, ownerProcessId: processId, indexBefore };
    return await payments.beginDispatch(dispatch);
  } catch (error) {
    log.warn({ error, paymentId: id }, 'a payment could not be marked as dispatching');
    return 'outcome_unknown';
  }
}

/**
 * Notes a payment in a journal outside of the database before it is sent. If the database is
 * restored to an earlier state, the journal shows that a payment was sent that the database does
 * not know.
 */
async function note({ dispatchJournal, log }: DispatchDeps, { id }: Payment): Promise<boolean> {
  try {
    await dispatchJournal.note(id);
    return true;
  } catch (error) {
    log.error({ error, paymentId: id }, 'a payment could not be noted in the data folder');
    return false;
  }
}

/**
 * Fails a payment that this process has not begun to send. If the payment is being sent after all,
 * the database refuses and nothing changes.
 */
const failReserved = (
  deps: DispatchDeps,
  payment: Payment,
  failure: PaymentFailure,
): Promise<boolean> =>
  endPayment(deps, payment, { kind: 'failed', failure, onlyFrom: 'reserved' }, deps.stop);

/** Fails a payment that only this task could have sent and has certainly not sent. */
const failBegun = (deps: DispatchDeps, payment: Payment): Promise<boolean> => {
  const end = { kind: 'failed', failure: NEVER_SENT, onlyFrom: 'dispatched' } as const;
  return endPayment(deps, payment, end, deps.stop);
};

async function failNeverSent(deps: DispatchDeps, payment: Payment): Promise<void> {
  if (!(await failReserved(deps, payment, NEVER_SENT))) await failBegun(deps, payment);
}

async function sendAndConclude(deps: DispatchDeps, payment: Payment): Promise<void> {
  const sent = await sendAndFollow(deps, payment);
  const verdict = await judge(deps, sent.payment, sent.outcome);
  const end = toEnd(verdict);
  if (end !== null) {
    deps.acknowledgements.drop(payment.id);
    await endPayment(deps, sent.payment, end, deps.stop);
  } else {
    await deps.acknowledgements.write(payment.id);
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

/** Asks the node again when its answer to our own call leaves open whether the payment was made. */
async function judge(deps: DispatchDeps, payment: Payment, outcome: SendOutcome): Promise<Verdict> {
  if (outcome.kind !== 'unknown' && outcome.kind !== 'refused') {
    return judgeNodePayment(payment, outcome);
  }
  if (deps.stop.aborted) return STILL_OPEN;
  const verdict = await recheckSent(deps, payment);
  const isNew = payment.dispatch.acknowledgedIndex === null;
  if (verdict.kind === 'absent' && isNew && isDecisiveRefusal(outcome)) {
    return { kind: 'failed', failure: rejectedByNode(outcome.detail), alarm: null };
  }
  return verdict;
}

function toEnd(verdict: Verdict): PaymentEnd | null {
  if (verdict.kind === 'settled') return verdict;
  if (verdict.kind !== 'failed') return null;
  return { kind: 'failed', failure: verdict.failure, onlyFrom: 'dispatched' };
}
