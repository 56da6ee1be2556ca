import type { StoredIdempotency } from '../base/idempotency.ts';
import { awaitOutcome, awaitRepeatedOutcome, deadlineOf, type PayAnswer } from './await-outcome.ts';
import type { KeysendOrder } from './keysend-order.ts';
import type { PayContext, PayDeps } from './pay-deps.ts';
import { drawIds, type PlannedIds } from './planned-ids.ts';
import { startKeysend } from './start-keysend.ts';

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
  const ids = { ...(input.ids ?? drawIds(deps)), batch: null };
  const started = await startKeysend(deps, input, input.order, ids);
  if (!started.ok) return started;
  return await awaitOutcome(deps, input, started.value, deadlineMs);
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
