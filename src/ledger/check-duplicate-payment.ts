import { accept, type Result, refuse } from '../base/result.ts';
import type { Payment } from './payment.ts';

/**
 * A user pays a hash only once. A call that pays it again joins that payment, and gets its preimage
 * only when it is a repeat: the same text under the same grant. The preimage is the proof of
 * payment, and it was not given to the user's other grants. A grant is a personal token or an app
 * grant; all tokens of an app grant, refreshed ones too, are one grant.
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
 * A refusal to pay the same invoice again; nothing was charged. Users on the pages may see the
 * payment; a grant must not.
 */
export type DuplicatePaymentRefusal =
  | ({ readonly kind: 'paid_by_other_grant' } & PaidBefore)
  | ({ readonly kind: 'hash_paid_by_other_text' } & PaidBefore);

interface PaidBefore {
  readonly paymentId: string;
  readonly isSettled: boolean;
}
