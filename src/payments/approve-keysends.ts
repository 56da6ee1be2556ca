import { accept, type Result, refuse } from '../base/result.ts';
import type { ApprovalGiven } from '../ledger/money-store.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import type { Approval } from './approval.ts';
import { refuseStopped } from './ask-for-keysends.ts';
import type { PlannedItem } from './asked-order.ts';
import type { InsertApprovedOutcome, PaymentBatch } from './batch-store.ts';
import { type CheckSumDeps, checkKeysendsSum } from './check-keysends-sum.ts';
import { RUN_APPROVED_MS } from './limits.ts';
import { newBatch } from './new-batch.ts';
import { type RunBatchDeps, runBatch } from './run-batch.ts';
import { writeBatch } from './write-batch.ts';

export interface ApproveKeysendsDeps extends RunBatchDeps, CheckSumDeps {}

/**
 * Approves several keysends that wait together: one transaction stores the approval and the whole
 * batch, and this process then runs the batch in the background. If the process dies first, what is
 * pending is cancelled, as in any batch. Waits for the end as long as callers may wait.
 */
export async function approveKeysends(
  deps: ApproveKeysendsDeps,
  approval: Approval,
  items: readonly PlannedItem[],
  given: ApprovalGiven,
): Promise<Result<null, PayRefusal>> {
  const { userId, grantId, planned } = approval;
  const caller = { userId, grantId, clientId: null, scopes: new Set<never>() };
  const refusal = await refuseNow(deps, approval, items);
  if (refusal !== null) return refuse(refusal);
  const batch = { ...newBatch(deps, caller, items), id: planned.ids.paymentId };
  const outcome = await writeBatch<InsertApprovedOutcome>(deps, batch, () =>
    deps.batches.insertApproved(batch, grantId, given),
  );
  switch (outcome.kind) {
    case 'inserted':
      await runMeanwhile(deps, batch, () => {
        const deadlineMs = deps.clock.monotonicMs() + RUN_APPROVED_MS;
        return runBatch(deps, caller, batch, deadlineMs);
      });
      return accept(null);
    case 'repeated':
      return accept(null);
    case 'approval_over':
    case 'storage_used_up':
      return refuse(outcome);
  }
}

/** Checks again what was checked before their owner was asked. */
async function refuseNow(
  deps: ApproveKeysendsDeps,
  { userId, grantId }: Approval,
  items: readonly PlannedItem[],
): Promise<PayRefusal | null> {
  const stopped = refuseStopped(deps, items);
  if (stopped !== null) return stopped;
  const { balanceSat } = await deps.payments.readForPayment({
    userId,
    grantId,
    paymentHash: null,
    payeeIdentifier: null,
    idempotencyKey: null,
  });
  const checked = await checkKeysendsSum(deps, { userId, grantId }, items, balanceSat);
  return checked.ok ? null : checked.refusal;
}

/** Runs a batch in the background, and waits for its end as long as callers may wait. */
async function runMeanwhile(
  { dispatcher, clock, config, shutdown }: ApproveKeysendsDeps,
  { id }: PaymentBatch,
  run: () => Promise<unknown>,
): Promise<void> {
  const enough = new AbortController();
  const ended = new Promise<void>((resolve) => {
    dispatcher.run(`sending approved keysends ${id}`, () =>
      run()
        .then(() => {})
        .finally(resolve),
    );
  });
  const signal = AbortSignal.any([enough.signal, shutdown]);
  await Promise.race([ended, clock.sleep(config.waitSec * 1000, signal)]);
  enough.abort('the wait is over');
}
