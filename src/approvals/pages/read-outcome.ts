import { assert } from '../../base/assert.ts';
import { type RepeatBatchDeps, repeatBatch } from '../../payments/answer-batch.ts';
import type { Approval } from '../../payments/approval.ts';
import type { ApprovalPageDeps } from './approval-page-deps.ts';

/** What has become of an approved payment. */
export type Outcome = 'paid' | 'partly' | 'under_way' | 'not_paid';

type Deps = RepeatBatchDeps & Pick<ApprovalPageDeps, 'payments' | 'withdrawals'>;

/** Reads what has become of an approved payment; null where none was made. */
export async function readOutcome(
  deps: Deps,
  { state, userId, planned }: Approval,
): Promise<Outcome | null> {
  if (state !== 'approved') return null;
  const { payments, withdrawals } = deps;
  const { paymentId } = planned.ids;
  if (planned.order.kind === 'keysends') return await readOutcomeOfSeveral(deps, paymentId);
  const made =
    planned.order.kind === 'onchain'
      ? await withdrawals.findOfUser(userId, paymentId)
      : await payments.findPayment(paymentId);
  switch (made?.state) {
    case undefined:
      return null;
    case 'settled':
      return 'paid';
    case 'failed':
      return 'not_paid';
    default:
      return 'under_way';
  }
}

async function readOutcomeOfSeveral(deps: Deps, id: string): Promise<Outcome> {
  const answer = await repeatBatch(deps, { kind: 'batch', id }, deps.clock.monotonicMs());
  assert(answer.ok, 'a batch that exists is answered');
  const results = answer.value.map(({ result }) => result);
  const isOpen = results.some((result) => !result.ok && result.refusal.kind === 'payment_pending');
  if (isOpen) return 'under_way';
  const paidCount = results.filter(({ ok }) => ok).length;
  if (paidCount === 0) return 'not_paid';
  return paidCount === results.length ? 'paid' : 'partly';
}
