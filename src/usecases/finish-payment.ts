import { assert } from '../base/assert.ts';
import { bytesEqual } from '../base/hex.ts';
import { type Result, refuse } from '../base/result.ts';
import type { IdempotencyClaim, IdempotencyTarget } from '../wallet/idempotency.ts';
import type { StoredIdempotency } from '../wallet/payment-store.ts';
import type { SettledPayment } from '../wallet/settled-payment.ts';
import type { PayRefusal } from '../wallet/wallet-refusals.ts';
import type { PayContext, PayDeps } from './pay-deps.ts';
import type { Started } from './start-payment.ts';
import { answerPayment, waitForPayment } from './wait-for-payment.ts';

export type PayAnswer = Result<SettledPayment, PayRefusal>;

/** Waits for the end of what was started, and answers it; an earlier call's end where it is one. */
export async function finishPayment(
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
      return await joinPayment(deps, context, started.paymentId, deadlineMs);
    case 'repeated':
      return await finishTarget(deps, started.target, deadlineMs);
  }
}

/** The same user pays the same hash again: he gets the end of what is there, and pays once. */
async function joinPayment(
  deps: PayDeps,
  { caller, idempotency }: PayContext,
  paymentId: string,
  deadlineMs: number,
): Promise<PayAnswer> {
  if (idempotency !== null) {
    const { userId, grantId } = caller;
    const outcome = await deps.payments.joinPayment(userId, grantId, idempotency, paymentId);
    if (outcome.kind === 'idempotency_mismatch') return refuse(outcome);
    if (outcome.kind === 'repeated') return await finishTarget(deps, outcome.target, deadlineMs);
  }
  return answerPayment(await waitForPayment(deps, paymentId, deadlineMs, null));
}

/** What an idempotency key found in store means for a call that bears it. */
export async function finishRepeat(
  deps: PayDeps,
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
  deps: PayDeps,
  target: IdempotencyTarget,
  deadlineMs: number,
): Promise<PayAnswer> {
  // The request's hash covers its path, so a key of another kind of call never gets here.
  assert(target.kind === 'payment', 'a repeated payment finds a payment');
  return answerPayment(await waitForPayment(deps, target.id, deadlineMs, null));
}

export const deadlineOf = ({ clock, config }: PayDeps): number =>
  clock.monotonicMs() + config.waitSec * 1000;
