import { assert } from '../base/assert.ts';
import { type Backoff, backoffMs } from '../base/backoff.ts';
import { bytesEqual } from '../base/hex.ts';
import type {
  IdempotencyClaim,
  IdempotencyTarget,
  StoredIdempotency,
} from '../base/idempotency.ts';
import { type Result, refuse } from '../base/result.ts';
import { RowGone } from '../base/row-gone.ts';
import { checkDuplicatePayment } from '../ledger/check-duplicate-payment.ts';
import type { SettledPayment } from '../ledger/payment.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import type { PayContext, PayDeps } from './pay-deps.ts';
import type { JoinedStart, Started, UnknownStart } from './start-payment.ts';
import { answerPayment, answerRepeat, type WaitDeps, waitForPayment } from './wait-for-payment.ts';

export type PayAnswer = Result<SettledPayment, PayRefusal>;

/**
 * Waits for a started payment to end and returns its end. If this call joined a payment that an
 * earlier call had begun, the end of that payment is returned.
 */
export async function awaitOutcome(
  deps: PayDeps,
  context: PayContext,
  started: Started,
  deadlineMs: number,
): Promise<PayAnswer> {
  switch (started.kind) {
    case 'begun': {
      const { paymentId, payment } = started;
      return answerPayment(await waitForPayment(deps, paymentId, deadlineMs, payment));
    }
    case 'joined':
      return await joinPayment(deps, context, started, deadlineMs);
    case 'repeated':
      return await finishTarget(deps, started.target, deadlineMs);
    case 'outcome_unknown':
      return await resolveUnknownStart(deps, context, started, deadlineMs);
  }
}

const PAUSES: Backoff = { firstMs: 100, maxMs: 5000 };

/**
 * Finds out whether a payment began although the database did not answer. A caller who got an error
 * would try again, and a second keysend would be a second payment. So callers get the real outcome,
 * or are told that it is not known yet.
 */
async function resolveUnknownStart(
  deps: PayDeps,
  context: PayContext,
  { paymentId, again }: UnknownStart,
  deadlineMs: number,
): Promise<PayAnswer> {
  const { clock, random, shutdown } = deps;
  const enough = new AbortController();
  const leftMs = Math.max(0, deadlineMs - clock.monotonicMs());
  const over = clock.sleep(leftMs, AbortSignal.any([enough.signal, shutdown])).then(() => null);
  try {
    for (let failures = 1; ; failures += 1) {
      const pause = clock.sleep(backoffMs(PAUSES, failures, random), enough.signal);
      // An attempt to start the payment may still succeed after the wait is over. By then, the
      // caller was told that the outcome is unknown.
      const asked = pause.then(() => (enough.signal.aborted ? null : again()));
      const started = await Promise.race([over, asked]);
      if (started === null) return refuse({ kind: 'payment_pending', paymentId });
      if (!started.ok) return started;
      if (started.value.kind !== 'outcome_unknown') {
        return await awaitOutcome(deps, context, started.value, deadlineMs);
      }
    }
  } finally {
    enough.abort();
  }
}

/**
 * Joins an existing payment: a user who pays the same hash again pays once, and the second call
 * gets the end of the first payment.
 */
async function joinPayment(
  deps: PayDeps,
  { caller, idempotency }: PayContext,
  { paymentId, bolt11 }: JoinedStart,
  deadlineMs: number,
): Promise<PayAnswer> {
  const payment = await deps.payments.findPayment(paymentId);
  if (payment === null) throw new RowGone('the payment is not in the database any more');
  const joined = checkDuplicatePayment(payment, { grantId: caller.grantId, bolt11 });
  if (!joined.ok) return joined;
  if (idempotency !== null) {
    const { userId, grantId } = caller;
    const outcome = await deps.payments.joinPayment(userId, grantId, idempotency, paymentId);
    if (outcome.kind === 'idempotency_mismatch') return refuse(outcome);
    if (outcome.kind === 'repeated') return await finishTarget(deps, outcome.target, deadlineMs);
  }
  return await answerRepeat(deps, paymentId, deadlineMs);
}

/** Answers a call whose idempotency key was stored by an earlier one. */
export async function awaitRepeatedOutcome(
  deps: WaitDeps,
  claim: IdempotencyClaim,
  stored: StoredIdempotency,
  deadlineMs: number,
): Promise<PayAnswer> {
  if (!isSameRequest(claim, stored)) return refuse({ kind: 'idempotency_mismatch' });
  return await finishTarget(deps, stored.target, deadlineMs);
}

export const isSameRequest = (claim: IdempotencyClaim, stored: StoredIdempotency): boolean =>
  bytesEqual(claim.requestHash, stored.requestHash);

async function finishTarget(
  deps: WaitDeps,
  target: IdempotencyTarget,
  deadlineMs: number,
): Promise<PayAnswer> {
  // The earlier call with this idempotency key was of the same kind. Otherwise this call would have
  // been refused before, because the hash of a request covers its path.
  assert(target.kind === 'payment', 'a repeated payment finds a payment');
  return await answerRepeat(deps, target.id, deadlineMs);
}

export const deadlineOf = ({ clock, config }: Pick<PayDeps, 'clock' | 'config'>): number =>
  clock.monotonicMs() + config.waitSec * 1000;
