import { deadlineOf, type PayAnswer } from './await-outcome.ts';
import { capReserve } from './fee-reserve.ts';
import type { PayContext, PayDeps } from './pay-deps.ts';
import { payInvoice } from './pay-invoice.ts';
import type { PlannedPayment } from './planned-payment.ts';
import { sendKeysend } from './send-keysend.ts';
import { answerRepeat } from './wait-for-payment.ts';

/**
 * Starts a planned payment and waits for its end. Started again, at once or after a crash, it joins
 * that payment, or answers what has become of it.
 */
export async function payPlanned(
  deps: PayDeps,
  context: PayContext,
  { ids, order, maxFeeSat }: PlannedPayment,
): Promise<PayAnswer> {
  // An earlier start under a key is found by that key, in the statement that every payment needs.
  if (context.idempotency === null) {
    const begun = await deps.payments.findPayment(ids.paymentId);
    if (begun !== null) return await answerRepeat(deps, begun.id, deadlineOf(deps));
  }
  const config = maxFeeSat === null ? deps.config : capReserve(deps.config, maxFeeSat);
  const capped = { ...deps, config };
  switch (order.kind) {
    case 'bolt11':
      return await payInvoice(capped, { ...context, ...order, ids });
    case 'keysend':
      return await sendKeysend(capped, { ...context, order: { ...order, recordsText: null }, ids });
  }
}
