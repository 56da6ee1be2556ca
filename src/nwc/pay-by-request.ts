/**
 * Pays what a request asks for. The id of the payment is derived from the id of the request, so a
 * second run of the request finds the payment of the first.
 */

import type { Caller } from '../authorization/caller.ts';
import { sat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import { hexToBytes } from '../base/hex.ts';
import type { IdempotencyClaim } from '../base/idempotency.ts';
import { answerApproval } from '../payments/answer-approval.ts';
import { awaitApproval } from '../payments/ask-approval.ts';
import type { PayAnswer } from '../payments/await-outcome.ts';
import { awaitRepeatedOutcome, deadlineOf } from '../payments/await-outcome.ts';
import { capReserve } from '../payments/fee-reserve.ts';
import type { PayDeps } from '../payments/pay-deps.ts';
import { payInvoice } from '../payments/pay-invoice.ts';
import { deriveIds, type PlannedIds } from '../payments/planned-ids.ts';
import { sendKeysend } from '../payments/send-keysend.ts';
import { answerPayment, answerRepeat, waitForPayment } from '../payments/wait-for-payment.ts';
import { NWC_WAIT_SEC } from './limits.ts';
import type { NwcDeps } from './nwc-deps.ts';
import type { NwcRequest } from './nwc-request.ts';
import type { StoredRequest } from './nwc-request-store.ts';
import type { RequestEnvelope } from './request-envelope.ts';

export type PayRequest = Extract<
  NwcRequest,
  { readonly method: 'pay_invoice' } | { readonly method: 'pay_keysend' }
>;

/**
 * Makes the idempotency key of a request from its event id. The id commits to everything that the
 * request asks, so no contents have to be compared.
 */
export function claimOf({ eventId }: Pick<RequestEnvelope, 'eventId'>): IdempotencyClaim {
  const requestHash = hexToBytes(eventId, 32);
  assert(requestHash !== null, 'the id of an event is 32 bytes of hex');
  return { key: `nwc:${eventId}`, requestHash };
}

/** Derives the ids of a request's payment, which are the same in each run of the request. */
export const idsOf = (
  { requestKey }: Pick<NwcDeps, 'requestKey'>,
  { eventId, createdAt }: Pick<RequestEnvelope, 'eventId' | 'createdAt'>,
): PlannedIds => deriveIds(requestKey, { id: eventId, createdAt: new Date(createdAt * 1000) });

/**
 * Pays, and waits a moment for the payment to end. If it takes longer, the result is
 * `payment_pending`, and the request is answered later.
 */
export async function payByRequest(
  deps: NwcDeps,
  caller: Caller,
  envelope: RequestEnvelope,
  request: PayRequest,
): Promise<PayAnswer> {
  const ids = idsOf(deps, envelope);
  const context = {
    caller,
    idempotency: claimOf(envelope),
    wantedUntil: envelope.expiresAt,
  };
  switch (request.method) {
    case 'pay_invoice': {
      const { bolt11, amountMsat, maxFeeMsat } = request;
      const config =
        maxFeeMsat === null ? deps.config : capReserve(deps.config, sat(maxFeeMsat / 1000n));
      const order = { ...context, bolt11, amountMsat, ids };
      return await payInvoice(waiting({ ...deps, config }), order);
    }
    case 'pay_keysend':
      return await sendKeysend(waiting(deps), { ...context, order: request.order, ids });
  }
}

/**
 * Replaces the operator's setting for how long callers wait for a payment by a short time. The
 * setting is meant for HTTP callers, who are told when a payment is pending. An app's request is
 * answered only when its payment has ended.
 */
const waiting = (deps: PayDeps): PayDeps => ({
  ...deps,
  config: { ...deps.config, waitSec: NWC_WAIT_SEC },
});

/** Finds the payment that an earlier run of the request has begun; null if none has. */
export async function findStartedPayment(
  deps: NwcDeps,
  { key, paymentId }: Pick<StoredRequest, 'key' | 'paymentId'>,
  envelope: RequestEnvelope,
): Promise<PayAnswer | null> {
  const claim = claimOf(envelope);
  const view = await deps.payments.readForPayment({
    userId: key.userId,
    grantId: key.grantId,
    paymentHash: null,
    payeeIdentifier: null,
    idempotencyKey: claim.key,
  });
  const patient = waiting(deps);
  if (view.idempotency?.target.kind === 'payment') {
    return await awaitRepeatedOutcome(patient, claim, view.idempotency, deadlineOf(patient));
  }
  // The payment may exist without its idempotency key, which is removed some time after the payment
  // has ended, perhaps before a process has looked at the request again.
  const id = paymentId ?? idsOf(deps, envelope).paymentId;
  const payment = await deps.payments.findPayment(id);
  if (payment !== null) {
    return answerPayment(await waitForPayment(patient, id, deadlineOf(patient), payment));
  }
  return await findAsked(patient, id);
}

/** Answers for a payment that has asked for its owner's approval; null if it has not. */
async function findAsked(deps: PayDeps, paymentId: string): Promise<PayAnswer | null> {
  const asked = await deps.approvals.findOfPayment(paymentId);
  if (asked === null) return null;
  const present = await awaitApproval(deps, asked.id, deps.clock.monotonicMs());
  const approved = await answerApproval(deps, present);
  return approved.ok ? await answerRepeat(deps, approved.value, deadlineOf(deps)) : approved;
}
