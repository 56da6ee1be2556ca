import { accept, type Result, refuse } from '../base/result.ts';
import type { Payment } from './payment.ts';

/**
 * One hash is paid once by a user; a call that pays it again joins that payment, and is told its
 * preimage, only when it repeats it: the same text under the same grant. The preimage is the proof
 * of payment, and other grants of the user were not given it. A grant is a personal token or an
 * app grant, whose tokens all are one grant, refreshed ones too.
 */
export function checkJoin(
  payment: Payment,
  call: { readonly grantId: string; readonly bolt11: string },
): Result<null, JoinRefusal> {
  const paid = { paymentId: payment.id, isSettled: payment.state === 'settled' };
  if (payment.bolt11 !== call.bolt11) return refuse({ ...paid, kind: 'hash_paid_by_other_text' });
  if (payment.grantId !== call.grantId) return refuse({ ...paid, kind: 'paid_by_other_grant' });
  return accept(null);
}

/** Nothing was charged. Who asks in person may be shown the payment; a grant must not be. */
export type JoinRefusal =
  | ({ readonly kind: 'paid_by_other_grant' } & PaidBefore)
  | ({ readonly kind: 'hash_paid_by_other_text' } & PaidBefore);

interface PaidBefore {
  readonly paymentId: string;
  readonly isSettled: boolean;
}
