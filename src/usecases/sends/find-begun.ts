import { OPERATOR_GRANT } from '../../access/caller.ts';
import { readBolt11 } from '../../lightning/bolt11-decode.ts';
import type { Payment } from '../../wallet/payment.ts';
import type { PaymentStore } from '../../wallet/payment-store.ts';

/** The operator's payment of this invoice, unless it failed; null for none. */
export async function findBegun(
  payments: Pick<PaymentStore, 'readForPayment'>,
  userId: string,
  bolt11: string,
): Promise<Payment | null> {
  const invoice = readBolt11(bolt11);
  if (!invoice.ok) return null;
  const { payment } = await payments.readForPayment({
    userId,
    grantId: OPERATOR_GRANT,
    paymentHash: invoice.value.paymentHash,
    payeeIdentifier: null,
    idempotencyKey: null,
  });
  return payment?.grantId === OPERATOR_GRANT ? payment : null;
}
