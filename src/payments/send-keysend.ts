import type { StoredIdempotency } from '../base/idempotency.ts';
import { askApproval } from './ask-approval.ts';
import { awaitOutcome, awaitRepeatedOutcome, deadlineOf, type PayAnswer } from './await-outcome.ts';
import { checkKeysendOrder, type KeysendOrder } from './keysend-order.ts';
import type { PayContext, PayDeps } from './pay-deps.ts';
import { drawIds, type PlannedIds } from './planned-ids.ts';
import { startKeysend } from './start-keysend.ts';
import { answerRepeat } from './wait-for-payment.ts';

export interface SendKeysendInput extends PayContext {
  readonly order: KeysendOrder;
  /** The ids of an order that may be repeated; undefined if new ids are to be drawn. */
  readonly ids?: PlannedIds;
}

/** Sends a keysend and waits for its end, up to the time that callers may wait. */
export async function sendKeysend(deps: PayDeps, input: SendKeysendInput): Promise<PayAnswer> {
  const deadlineMs = deadlineOf(deps);
  const stored = await findEarlierCall(deps, input);
  if (stored !== null && input.idempotency !== null) {
    return await awaitRepeatedOutcome(deps, input.idempotency, stored, deadlineMs);
  }
  const ids = input.ids ?? drawIds(deps);
  const started = await startKeysend(deps, input, input.order, { ...ids, batch: null });
  if (started.ok) return await awaitOutcome(deps, input, started.value, deadlineMs);
  const { refusal } = started;
  if (refusal.kind !== 'approval_needed') return started;
  const keysend = checkKeysendOrder(input.order);
  if (!keysend.ok) return keysend;
  const { amountMsat } = input.order;
  const { maxFeeSat } = refusal;
  const order = { kind: 'keysend' as const, ...keysend.value, amountMsat };
  const approved = await askApproval(
    deps,
    input,
    {
      planned: { ids, order, maxFeeSat },
      paymentHash: null,
      amountMsat,
      maxFeeSat,
      expiresAt: null,
    },
    deadlineMs,
  );
  return approved.ok ? await answerRepeat(deps, approved.value, deadlineMs) : approved;
}

/**
 * Finds an earlier call with the same key, whose answer a repeat gets even if the call would be
 * refused now.
 */
async function findEarlierCall(
  { payments }: PayDeps,
  { caller, idempotency }: PayContext,
): Promise<StoredIdempotency | null> {
  if (idempotency === null) return null;
  const view = await payments.readForPayment({
    userId: caller.userId,
    grantId: caller.grantId,
    paymentHash: null,
    payeeIdentifier: null,
    idempotencyKey: idempotency.key,
  });
  return view.idempotency;
}
