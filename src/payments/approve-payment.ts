import type { Result } from '../base/result.ts';
import { RowGone } from '../base/row-gone.ts';
import type { ApprovalGiven } from '../ledger/money-store.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import type { Approval } from './approval.ts';
import type { ApprovalEnd } from './approval-store.ts';
import { type ApproveKeysendsDeps, approveKeysends } from './approve-keysends.ts';
import { type PayPlannedDeps, type PlannedAnswer, payPlanned } from './pay-planned.ts';
import type { PlannedPayment } from './planned-payment.ts';

export interface ApprovePaymentDeps
  extends PayPlannedDeps,
    Omit<ApproveKeysendsDeps, keyof PayPlannedDeps> {}

/**
 * Approves a payment that waits, and makes it, in one transaction of the database. If the payment
 * does not fit any more, such as for too little balance, it ends: it must not be paid hours later
 * because money has come. Returns how it stands then.
 */
export async function approvePayment(
  deps: ApprovePaymentDeps,
  approval: Approval,
  given: Omit<ApprovalGiven, 'approvalId' | 'at'>,
): Promise<Approval> {
  const { id, planned } = approval;
  const at = deps.clock.now();
  const taken = { ...given, approvalId: id, at };
  const { approvals } = deps;
  const present = await approvals.find(id);
  if (present === null) throw new RowGone(GONE);
  if (present.state !== 'waiting') return present;
  const { order } = planned;
  const answer =
    order.kind === 'keysends'
      ? await approveKeysends(deps, approval, order.items, taken)
      : await payApproved(deps, approval, { ...planned, order }, taken);
  // Where the payment was refused before the books were asked, or another one has paid the invoice,
  // the approval still waits.
  await approvals.end(id, { ...endOf(answer), at, device: given.device });
  deps.completions.announce(id, null);
  const ended = await approvals.find(id);
  if (ended === null || ended.state === 'waiting') throw new RowGone(GONE);
  return ended;
}

async function payApproved(
  deps: PayPlannedDeps,
  { userId, grantId, claim }: Approval,
  planned: PlannedPayment,
  taken: ApprovalGiven,
): Promise<PlannedAnswer> {
  const { approvals, money, withdrawals } = deps;
  const approving: PayPlannedDeps = {
    ...deps,
    // A payment that is refused now must not join those that wait, as it would wait for itself.
    approvals: { ...approvals, listOfUser: async () => [] },
    money: {
      ...money,
      reserve: (event) => money.reserve({ ...event, approval: taken }),
      settleInternal: (event) => money.settleInternal({ ...event, approval: taken }),
    },
    withdrawals: {
      ...withdrawals,
      order: (order) => withdrawals.order({ ...order, approval: taken }),
    },
  };
  const caller = { userId, grantId, clientId: null, scopes: new Set<never>() };
  return await payPlanned(approving, { caller, idempotency: claim }, planned);
}

const GONE = 'the approval is not in the database any more';

function endOf(answer: Result<unknown, PayRefusal>): Pick<ApprovalEnd, 'state' | 'failure'> {
  if (answer.ok || PAID_OTHERWISE.has(answer.refusal.kind)) return { state: 'withdrawn' };
  const { kind } = answer.refusal;
  // One that is over and has no end yet has waited too long.
  return kind === 'approval_over' ? { state: 'expired' } : { state: 'failed', failure: kind };
}

/** Answers that mean that the same invoice is paid, or is being paid, by other means. */
const PAID_OTHERWISE: ReadonlySet<PayRefusal['kind']> = new Set<PayRefusal['kind']>([
  'payment_pending',
  'paid_by_other_grant',
  'hash_paid_by_other_text',
  'invoice_settled',
]);
