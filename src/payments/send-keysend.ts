import type { StoredIdempotency } from '../base/idempotency.ts';
import { awaitOutcome, awaitRepeatedOutcome, deadlineOf, type PayAnswer } from './await-outcome.ts';
import type { KeysendOrder } from './keysend-order.ts';
import type { PayContext, PayDeps } from './pay-deps.ts';
import { drawIds, type PlannedIds } from './planned-ids.ts';
import { startKeysend } from './start-keysend.ts';

export interface SendKeysendInput extends PayContext {
  readonly order: KeysendOrder;
  /** Ids of an order that may be repeated under the same ones; new ones are drawn if left out. */
  readonly ids?: PlannedIds;
}

/** Sends a keysend and waits for the end, for as long as callers may wait. */
export async function sendKeysend(deps: PayDeps, input: SendKeysendInput): Promise<PayAnswer> {
  const deadlineMs = deadlineOf(deps);
  const stored = await findEarlierCall(deps, input);
  if (stored !== null && input.idempotency !== null) {
    return await awaitRepeatedOutcome(deps, input.idempotency, stored, deadlineMs);
  }
  const ids = { ...(input.ids ?? drawIds(deps)), batch: null };
  const started = await startKeysend(deps, input, input.order, ids);
  if (!started.ok) return started;
  return await awaitOutcome(deps, input, started.value, deadlineMs);
}

/** Finds an earlier call: a repeat is answered even if the same call would now be refused. */
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
