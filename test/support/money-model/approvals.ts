import { debitSat } from '../../../src/base/amount.ts';
import type { ApprovalGiven, MoneyRefusal } from '../../../src/ledger/money-store.ts';
import type { Approval } from '../../../src/payments/approval.ts';
import { budgetKey } from './budgets.ts';
import type { MemoryState } from './state.ts';

/** Finds the approval that a payment has or waits for. */
export const findApproval = ({ approvals }: MemoryState, paymentId: string): Approval | undefined =>
  [...approvals.values()].find(({ planned }) => planned.ids.paymentId === paymentId);

type Outcome = { readonly kind: string; readonly refusal?: MoneyRefusal };
type Over = { readonly kind: 'refused'; readonly refusal: { readonly kind: 'approval_over' } };

/** Books a payment with the approval that it takes along, as sql/functions/approve_payment.sql. */
export function withApproval<Booked extends Outcome>(
  state: MemoryState,
  { approval }: { readonly approval?: ApprovalGiven },
  book: () => Booked,
): Booked | Over {
  if (approval === undefined) return book();
  const { approvals } = state;
  const { approvalId: id, at, device } = approval;
  const asked = approvals.get(id);
  const waits = asked?.state === 'waiting' && asked.expiresAt > at;
  if (asked === undefined || (!waits && asked.state !== 'approved')) {
    return { kind: 'refused', refusal: { kind: 'approval_over' } };
  }
  const approved = { ...asked, state: 'approved' as const, endedAt: at, endedOn: device };
  if (waits) approvals.set(id, approved);
  const outcome = book();
  const { kind } = outcome;
  if (kind === 'settled' || kind === 'reserved' || kind === 'ordered' || kind === 'present') {
    if (approval.raisesAskAbove) raise(state, asked);
  } else {
    const end = kind === 'joined' || kind === 'repeated' ? 'withdrawn' : 'failed';
    approvals.set(id, { ...approved, state: end, failure: outcome.refusal?.kind ?? kind });
  }
  return outcome;
}

/** Ends what a spender has asked for, as sql/functions/end_approvals_of_revoked.sql. */
export function endOfRevoked({ approvals }: MemoryState, grantId: string, endedAt: Date): void {
  for (const [id, approval] of approvals) {
    if (approval.grantId !== grantId || approval.state !== 'waiting') continue;
    approvals.set(id, { ...approval, state: 'withdrawn', endedAt });
  }
}

/** Lets a spender pay as much without asking from now on. */
export function raise({ budgets }: MemoryState, { userId, grantId, amountMsat }: Approval): void {
  const key = budgetKey({ userId, grantId });
  const open = budgets.get(key);
  const askAboveSat = debitSat(amountMsat);
  const present = open?.budget.askAboveSat ?? null;
  if (open === undefined || present === null || present >= askAboveSat) return;
  budgets.set(key, { ...open, budget: { ...open.budget, askAboveSat } });
}
