import { refuseByBudget } from '../authorization/budget.ts';
import type { BudgetStore } from '../authorization/budget-store.ts';
import { debitSat, type Sat, sat } from '../base/amount.ts';
import { hasWaited } from '../base/fault.ts';
import { type Result, refuse } from '../base/result.ts';
import { WRITTEN_LATE_MS } from '../ledger/money-store.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import { type BatchAnswer, repeatBatch } from './answer-batch.ts';
import { deadlineOf, isSameRequest } from './await-outcome.ts';
import type { InsertBatchOutcome, PaymentBatch } from './batch-store.ts';
import { checkPaymentAmount } from './check-payment-amount.ts';
import type { KeysendOrder } from './keysend-order.ts';
import { MAX_KEYSENDS } from './limits.ts';
import { newBatch } from './new-batch.ts';
import type { PayContext } from './pay-deps.ts';
import type { PaymentView } from './payment-store.ts';
import { cancelPending, type RunBatchDeps, runBatch } from './run-batch.ts';

export interface SendKeysendsDeps extends RunBatchDeps {
  readonly budgets: BudgetStore;
}
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
  const refusal = await refuseSum(deps, input, view.balanceSat);
  if (refusal !== null) return refuse(refusal);

  const batch = newBatch(deps, input.caller, input.orders);
  return await writeAndRun(deps, input, batch, deadlineMs);
}

/**
 * Refuses a batch that cannot succeed as a whole, before it begins. Fees are left out, because they
 * are checked for each item. The budget is checked before the balance, as in the SQL functions that
 * move money, so that a grant learns nothing about a balance above its budget.
 */
async function refuseSum(
  { budgets, clock }: SendKeysendsDeps,
  { caller, orders }: SendKeysendsInput,
  balanceSat: Sat,
): Promise<PayRefusal | null> {
  const { userId, grantId } = caller;
  const [now, sumSat] = [clock.now(), sumOf(orders)];
  const budget = (await budgets.readBudgets(userId, [grantId], now)).get(grantId);
  const refusal = budget === undefined ? null : refuseByBudget(budget, sumSat, now);
  if (refusal !== null) return refusal;
  if (sumSat > balanceSat) return { kind: 'insufficient_balance' };
  // Each keysend alone may be too small to ask. Together they must not go past the owner.
  const askAboveSat = budget?.askAboveSat ?? null;
  if (askAboveSat === null || sumSat <= askAboveSat) return null;
  return { kind: 'approval_needed', maxFeeSat: sat(0n) };
}

async function writeAndRun(
  deps: SendKeysendsDeps,
  input: SendKeysendsInput,
  batch: PaymentBatch,
  deadlineMs: number,
): Promise<Result<BatchAnswer, PayRefusal>> {
  const outcome = await insertBatch(deps, input, batch);
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

/**
 * Stores a batch. If the database's answer is lost, the batch may have been stored; then none of
 * its items is sent.
 */
async function insertBatch(
  deps: SendKeysendsDeps,
  { caller, idempotency }: SendKeysendsInput,
  batch: PaymentBatch,
): Promise<InsertBatchOutcome> {
  try {
    return await deps.batches.insertBatch(batch, caller.grantId, idempotency);
  } catch (error) {
    // Cancelling may wait for a standby of the database. A caller who has already waited for the
    // standby is answered without waiting again.
    const cancelling = cancelPending(deps, batch);
    if (!hasWaited(error)) await cancelling;
    void cancelIfWrittenLate(deps, batch);
    throw error;
  }
}

async function cancelIfWrittenLate(deps: SendKeysendsDeps, batch: PaymentBatch): Promise<void> {
  await deps.clock.sleep(WRITTEN_LATE_MS, deps.shutdown);
  // If this process ends first, cancel-orphan-batches cancels the pending items.
  if (!deps.shutdown.aborted) await cancelPending(deps, batch);
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

const sumOf = (orders: readonly KeysendOrder[]): Sat =>
  sat(orders.reduce((sum, order) => sum + debitSat(order.amountMsat), 0n));

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
