import { assert } from '../base/assert.ts';
import { backoffMs } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import { hexToBytes } from '../base/hex.ts';
import type { Log } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import type { Semaphore } from '../base/semaphore.ts';
import type { Payment } from '../ledger/payment.ts';
import { readBolt11Amount } from '../lightning/bolt11-prefix.ts';
import type { LightningNode, SendOrder, SendOutcome } from '../lightning/node-port.ts';
import type { AcknowledgementWriter } from './acknowledgement-writer.ts';
import { maxFeeMsat } from './fee-reserve.ts';
import { SILENT_SEND_PAUSES } from './payment-config.ts';
import { judgeNodePayment, type Verdict } from './payment-verdict.ts';

export interface SendAndFollowDeps {
  readonly acknowledgements: Pick<AcknowledgementWriter, 'add'>;
  readonly lightning: Pick<LightningNode, 'send' | 'payment'>;
  /**
   * Limits about how many payments the node is asked at the same time because their streams are
   * silent.
   */
  readonly asks: Semaphore;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Aborts when the process is stopping. This ends only our waiting for the node. */
  readonly stop: AbortSignal;
}

export interface FollowedSend {
  readonly outcome: SendOutcome;
  /** The payment, with the acknowledgement of the node if there was one. */
  readonly payment: Payment;
}

/** The time for which the node may look for routes. HTLCs that it has sent by then continue. */
const SEND_TIMEOUT_SEC = 60;

/**
 * Sends a payment and follows it. The stream of the call may never tell the end, because the
 * connection died without notice or because the node does not report it there. So the node is asked
 * separately as well. Once it reports an end, the silent stream is closed, and its outcome is
 * `unknown`.
 */
export async function sendAndFollow(
  deps: SendAndFollowDeps,
  payment: Payment,
): Promise<FollowedSend> {
  const { dispatch } = payment;
  let acknowledgedIndex: bigint | null = null;
  const acknowledged = (): Payment => ({
    ...payment,
    dispatch: { ...dispatch, acknowledgedIndex },
  });
  const onAcknowledged = (paymentIndex: bigint): void => {
    // A payment index that is not above the newest one before the hand-over belongs to an earlier
    // attempt with the same hash, and not to the payment that was just sent.
    if (dispatch.indexBefore === null || paymentIndex <= dispatch.indexBefore) return;
    acknowledgedIndex = paymentIndex;
    deps.acknowledgements.add({ paymentId: payment.id, paymentIndex });
  };
  const hangUp = new AbortController();
  const signal = AbortSignal.any([deps.stop, hangUp.signal]);
  const sending = deps.lightning
    .send(toSendOrder(payment), { signal, onAcknowledged })
    .catch((error: unknown): SendOutcome => ({ kind: 'unknown', detail: String(error) }))
    .finally(() => hangUp.abort());
  void untilNodeTellsEnd(deps, acknowledged, signal).then(() => hangUp.abort());
  const outcome = await sending;
  return { outcome, payment: acknowledged() };
}

/**
 * Asks the node about a payment until it reports an end or the signal aborts. "Not found" is not an
 * end, because the payment may still arrive while our request is open.
 */
async function untilNodeTellsEnd(
  deps: SendAndFollowDeps,
  acknowledged: () => Payment,
  signal: AbortSignal,
): Promise<void> {
  for (let asked = 1; ; asked += 1) {
    await deps.clock.sleep(backoffMs(SILENT_SEND_PAUSES, asked, deps.random), signal);
    const verdict = await deps.asks.run(async () =>
      signal.aborted ? null : await recheckSent(deps, acknowledged()),
    );
    if (signal.aborted) return;
    if (verdict?.kind !== 'settled' && verdict?.kind !== 'failed') continue;
    deps.log.warn(
      { paymentId: acknowledged().id },
      'the node was silent about the end of a payment',
    );
    return;
  }
}

/** Asks the node about a payment that this process has sent. */
export async function recheckSent(
  { lightning, log }: Pick<SendAndFollowDeps, 'lightning' | 'log'>,
  payment: Payment,
): Promise<Verdict> {
  const { acknowledgedIndex } = payment.dispatch;
  try {
    const said = await lightning.payment(payment.paymentHash);
    // Our attempt ended while this process slept, and a later payment has the same hash. Recovery
    // finds out how ours ended.
    const isLater =
      said.kind !== 'not_found' &&
      acknowledgedIndex !== null &&
      said.paymentIndex > acknowledgedIndex;
    return isLater ? STILL_OPEN : judgeNodePayment(payment, said);
  } catch (error) {
    log.warn({ error, paymentId: payment.id }, 'the node did not tell of a payment');
    return STILL_OPEN;
  }
}

export const STILL_OPEN: Verdict = { kind: 'open', alarm: null };

function toSendOrder(payment: Payment): SendOrder {
  const { kind, paymentHash, amountMsat } = payment;
  const common = { paymentHash, maxFeeMsat: maxFeeMsat(payment), timeoutSec: SEND_TIMEOUT_SEC };
  switch (kind) {
    case 'bolt11': {
      const { bolt11 } = payment;
      const isPayersChoice = readBolt11Amount(bolt11) === null;
      return { ...common, kind, bolt11, amountMsat: isPayersChoice ? amountMsat : null };
    }
    case 'keysend': {
      const preimage = hexToBytes(payment.preimage ?? '', 32);
      assert(preimage !== null, 'the preimage of a keysend is fixed before it is sent');
      const { destination, records } = payment;
      return { ...common, kind, destination, amountMsat, preimage, records };
    }
  }
}
