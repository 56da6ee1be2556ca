import { accept, type Result, refuse } from '../base/result.ts';
import type { Payment } from './payment.ts';

/**
 * Refuses to pay a hash a second time. A call that pays it again joins the first payment, and gets
 * its preimage only when it is a repeat: the same text under the same grant. The preimage proves
 * the payment, and the user's other grants were not given it. A grant is a personal token or an app
 * grant, with all of its tokens.
 */
export function checkDuplicatePayment(
  payment: Payment,
  call: { readonly grantId: string; readonly bolt11: string },
): Result<null, DuplicatePaymentRefusal> {
  const paid = { paymentId: payment.id, isSettled: payment.state === 'settled' };
  if (payment.bolt11 !== call.bolt11) return refuse({ ...paid, kind: 'hash_paid_by_other_text' });
  if (payment.grantId !== call.grantId) return refuse({ ...paid, kind: 'paid_by_other_grant' });
  return accept(null);
}

/**
 * The refusal to pay the same invoice again; nothing was charged. On pages, users may see the first
 * payment; an app that did not make it may not.
 */
export type DuplicatePaymentRefusal =
  | ({ readonly kind: 'paid_by_other_grant' } & PaidBefore)
  | ({ readonly kind: 'hash_paid_by_other_text' } & PaidBefore);

interface PaidBefore {
  readonly paymentId: string;
  readonly isSettled: boolean;
}
