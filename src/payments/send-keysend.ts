import type { Sat } from '../base/amount.ts';
import type { StoredIdempotency } from '../base/idempotency.ts';
import type { Result } from '../base/result.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import { askApproval, joinAsked } from './ask-approval.ts';
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
  const answer = started.ok ? await awaitOutcome(deps, input, started.value, deadlineMs) : started;
  if (answer.ok) return answer;
  const { refusal } = answer;
  if (started.ok && refusal.kind !== 'approval_needed') return answer;
  const approved =
    refusal.kind === 'approval_needed'
      ? await ask(deps, { ...input, ids }, refusal.maxFeeSat, deadlineMs)
      : await joinAsked(deps, input, { paymentHash: null, refusal }, deadlineMs);
  return approved.ok ? await answerRepeat(deps, approved.value, deadlineMs) : approved;
}

async function ask(
  deps: PayDeps,
  { order, ids, ...context }: SendKeysendInput & { readonly ids: PlannedIds },
  maxFeeSat: Sat,
  deadlineMs: number,
): Promise<Result<string, PayRefusal>> {
  const checked = checkKeysendOrder(order);
  if (!checked.ok) return checked;
  const { amountMsat } = order;
  const planned = {
    ids,
    order: { kind: 'keysend' as const, ...checked.value, amountMsat },
    maxFeeSat,
  };
  const asked = { planned, paymentHash: null, amountMsat, maxFeeSat, expiresAt: null };
  return await askApproval(deps, context, asked, deadlineMs);
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
