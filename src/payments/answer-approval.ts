import { accept, type Result, refuse } from '../base/result.ts';
import { RowGone } from '../base/row-gone.ts';
import { checkDuplicatePayment } from '../ledger/check-duplicate-payment.ts';
import type { ApprovalRefusal, PayRefusal } from '../ledger/wallet-refusals.ts';
import { normalizeBolt11 } from '../lightning/bolt11-prefix.ts';
import type { Approval } from './approval.ts';
import type { PaymentStore } from './payment-store.ts';

export interface AnswerApprovalDeps {
  readonly payments: Pick<PaymentStore, 'findPayment' | 'readForPayment'>;
}

/**
 * Translates the state of an approval into the answer to those who have asked for it: the id of the
 * payment, or why there is none. If the invoice is paid by other means, that is what they hear, and
 * not that nothing was paid.
 */
export async function answerApproval(
  deps: AnswerApprovalDeps,
  approval: Approval,
): Promise<Result<string, PayRefusal>> {
  const { state, planned } = approval;
  const { paymentId } = planned.ids;
  switch (state) {
    case 'waiting':
      return refuse({ kind: 'payment_pending', paymentId, isAsking: true });
    case 'approved':
      return accept(paymentId);
    default:
      return (await findOther(deps, approval)) ?? refuse({ kind: ENDS[state] });
  }
}

const ENDS = {
  refused: 'approval_refused',
  expired: 'approval_expired',
  withdrawn: 'approval_withdrawn',
  failed: 'approval_failed',
} as const satisfies Readonly<Record<string, ApprovalRefusal['kind']>>;

/** Finds another payment of the same invoice, as far as the spender may learn of it. */
async function findOther(
  { payments }: AnswerApprovalDeps,
  { userId, grantId, paymentHash, planned: { order } }: Approval,
): Promise<Result<string, PayRefusal> | null> {
  if (paymentHash === null || order.kind !== 'bolt11') return null;
  const query = { userId, grantId, paymentHash, payeeIdentifier: null, idempotencyKey: null };
  const found = (await payments.readForPayment(query)).payment;
  if (found === null) return null;
  const payment = await payments.findPayment(found.id);
  if (payment === null) throw new RowGone('the payment is not in the database any more');
  const bolt11 = normalizeBolt11(order.bolt11);
  const same = checkDuplicatePayment(payment, { grantId, bolt11 });
  return same.ok ? accept(payment.id) : same;
}
