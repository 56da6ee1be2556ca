import { OPERATOR_GRANT } from '../authorization/caller.ts';
import type { Payment } from '../ledger/payment.ts';
import { readBolt11 } from '../lightning/bolt11-decode.ts';
import type { PaymentStore } from '../payments/payment-store.ts';

type Reader = Pick<PaymentStore, 'readForPayment' | 'findPayment'>;

/**
 * Finds this user's payment with a payment hash, if it is unfinished or has settled; null if there
 * is none.
 */
export async function findPaid(
  payments: Reader,
  userId: string,
  paymentHash: string,
): Promise<Payment | null> {
  const { payment } = await payments.readForPayment({
    userId,
    grantId: OPERATOR_GRANT,
    paymentHash,
    payeeIdentifier: null,
    idempotencyKey: null,
  });
  const found = payment === null ? null : await payments.findPayment(payment.id);
  // The id was read by an earlier query, and the payment may have failed since.
  return found?.state === 'failed' ? null : found;
}

/**
 * Finds the operator's payment of an invoice for this user; null if there is none, or if it failed.
 */
export async function findStarted(
  payments: Reader,
  userId: string,
  bolt11: string,
): Promise<Payment | null> {
  const invoice = readBolt11(bolt11);
  if (!invoice.ok) return null;
  const payment = await findPaid(payments, userId, invoice.value.paymentHash);
  return payment?.grantId === OPERATOR_GRANT ? payment : null;
}
