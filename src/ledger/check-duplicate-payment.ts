import { accept, type Result, refuse } from '../base/result.ts';
import type { Payment } from './payment.ts';

/**
 * Decides what a call gets that pays a payment hash which the user has already paid. It never pays
 * again. It gets the first payment with its preimage only if it is a repeat: the same invoice text
 * under the same grant. The preimage proves the payment, so the user's other grants must not learn
 * it. A grant is a personal token, or the permission of an app with all of its tokens.
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
 * The refusal to pay the same invoice again; nothing was charged. Pages may show the user the first
 * payment; an app that did not make that payment may not see it.
 */
export type DuplicatePaymentRefusal =
  | ({ readonly kind: 'paid_by_other_grant' } & PaidBefore)
  | ({ readonly kind: 'hash_paid_by_other_text' } & PaidBefore);

interface PaidBefore {
  readonly paymentId: string;
  readonly isSettled: boolean;
}
