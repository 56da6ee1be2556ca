import type { Approval } from '../../payments/approval.ts';
import type { ApprovalPageDeps } from './approval-page-deps.ts';

/** What has become of an approved payment. */
export type Outcome = 'paid' | 'under_way' | 'not_paid';

/** Reads what has become of an approved payment; null where none was made. */
export async function readOutcome(
  { payments, withdrawals }: Pick<ApprovalPageDeps, 'payments' | 'withdrawals'>,
  { state, userId, planned }: Approval,
): Promise<Outcome | null> {
  if (state !== 'approved') return null;
  const { paymentId } = planned.ids;
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
