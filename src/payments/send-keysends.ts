import type { Sat } from '../base/amount.ts';
import { type Result, refuse } from '../base/result.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import { type BatchAnswer, repeatBatch } from './answer-batch.ts';
import { joinAsked } from './ask-approval.ts';
import { askForKeysends, payableOf } from './ask-for-keysends.ts';
import { deadlineOf, isSameRequest } from './await-outcome.ts';
import type { InsertBatchOutcome, PaymentBatch } from './batch-store.ts';
import { type CheckSumDeps, checkKeysendsSum, sumOf } from './check-keysends-sum.ts';
import { checkPaymentAmount } from './check-payment-amount.ts';
import type { KeysendOrder } from './keysend-order.ts';
import { MAX_KEYSENDS } from './limits.ts';
import { newBatch } from './new-batch.ts';
import type { PayContext } from './pay-deps.ts';
import type { PaymentView } from './payment-store.ts';
import { type RunBatchDeps, runBatch } from './run-batch.ts';
import { writeBatch } from './write-batch.ts';

export interface SendKeysendsDeps extends RunBatchDeps, CheckSumDeps {}
export type KeysendItemResult = BatchAnswer[number];

export interface SendKeysendsInput extends PayContext {
  readonly orders: readonly KeysendOrder[];
}

/**
 * Sends several independent keysends and returns one result per item, in order. The whole batch is
 * written before the first item is sent, so that neither a crash nor a repeat can send an item
 * twice.
 */
export async function sendKeysends(
  deps: SendKeysendsDeps,
  input: SendKeysendsInput,
): Promise<Result<BatchAnswer, PayRefusal>> {
  const deadlineMs = deadlineOf(deps);
  const complaint = findComplaint(deps, input.orders);
  if (complaint !== null) return refuse(complaint);

  const view = await readView(deps, input);
  if (view.idempotency !== null && input.idempotency !== null) {
    const isSame = isSameRequest(input.idempotency, view.idempotency);
    if (!isSame) return refuse({ kind: 'idempotency_mismatch' });
    return await repeatBatch(deps, view.idempotency.target, deadlineMs);
  }
  const { caller, orders } = input;
  const checked = await checkKeysendsSum(deps, caller, orders, view.balanceSat);
  if (checked.ok && !needsApproval(orders, checked.value)) {
    return await writeAndRun(deps, input, newBatch(deps, caller, orders), deadlineMs);
  }
  const approved = checked.ok
    ? await askForKeysends(deps, input, orders, deadlineMs)
    : await joinAsked(deps, input, { paymentHash: null, refusal: checked.refusal }, deadlineMs);
  if (!approved.ok) return approved;
  return await repeatBatch(deps, { kind: 'batch', id: approved.value }, deadlineMs);
}

/** Each keysend alone may be too small to ask. Together they must not go past the owner. */
const needsApproval = (orders: readonly KeysendOrder[], askAboveSat: Sat | null): boolean =>
  askAboveSat !== null && sumOf(payableOf(orders)) > askAboveSat;

async function writeAndRun(
  deps: SendKeysendsDeps,
  input: SendKeysendsInput,
  batch: PaymentBatch,
  deadlineMs: number,
): Promise<Result<BatchAnswer, PayRefusal>> {
  const outcome = await writeBatch<InsertBatchOutcome>(deps, batch, () =>
    deps.batches.insertBatch(batch, input.caller.grantId, input.idempotency),
  );
  switch (outcome.kind) {
    case 'inserted':
      return { ok: true, value: await runBatch(deps, input.caller, batch, deadlineMs) };
    case 'repeated':
      return await repeatBatch(deps, outcome.target, deadlineMs);
    case 'idempotency_mismatch':
    case 'storage_used_up':
      return refuse(outcome);
  }
}

function findComplaint(deps: SendKeysendsDeps, orders: readonly KeysendOrder[]): PayRefusal | null {
  if (orders.length === 0 || orders.length > MAX_KEYSENDS) {
    const message = `keysends must hold 1 to ${MAX_KEYSENDS} items`;
    return { kind: 'bad_input', message };
  }
  for (const { amountMsat } of orders) {
    const amount = checkPaymentAmount(amountMsat, deps.config);
    if (!amount.ok) return amount.refusal;
  }
  return null;
}

function readView(
  { payments }: SendKeysendsDeps,
  { caller, idempotency }: SendKeysendsInput,
): Promise<PaymentView> {
  return payments.readForPayment({
    userId: caller.userId,
    grantId: caller.grantId,
    paymentHash: null,
    payeeIdentifier: null,
    idempotencyKey: idempotency?.key ?? null,
  });
}
