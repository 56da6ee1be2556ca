import { hash } from 'node:crypto';
import { WEB_GRANT, webCaller } from '../access/caller.ts';
import { satToMsat } from '../base/amount.ts';
import type { IdempotencyClaim } from '../base/idempotency.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { Payment } from '../ledger/payment.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import { MESSAGE_RECORD } from '../lightning/custom-records.ts';
import type { PayAnswer } from '../payments/await-outcome.ts';
import type { PayDeps } from '../payments/pay-deps.ts';
import { payInvoice } from '../payments/pay-invoice.ts';
import type { PaymentStore } from '../payments/payment-store.ts';
import { sendKeysend } from '../payments/send-keysend.ts';
import { isTooOld } from './choose-draft-amount.ts';
import { PAGE_PAYMENT_WAIT_SEC } from './limits.ts';
import type { PreparedPayment } from './prepare-payment.ts';
import type { SendDraft, SendDraftStore } from './stores/send-draft-store.ts';

export interface PayDraftDeps extends PayDeps {
  readonly payFlow: { readonly drafts: SendDraftStore };
}

export type PayDraftRefusal = PayRefusal | { readonly kind: 'draft_not_found' };

/**
 * Last step: pays what the draft shows. It may run twice, or in two tabs at once: the id of the
 * draft is the key, so all of them find one payment. Accepted as soon as there is a payment,
 * whatever its state.
 */
export async function payDraft(
  deps: PayDraftDeps,
  draft: SendDraft,
): Promise<Result<null, PayDraftRefusal>> {
  if ((await findPaymentOf(deps, draft)) !== null) return accept(null);
  if (draft.prepared === null || isTooOld(deps, draft)) return refuse({ kind: 'draft_not_found' });
  const config = { ...deps.config, waitSec: PAGE_PAYMENT_WAIT_SEC };
  const key = { key: draft.id, requestHash: hash('sha256', `send ${draft.id}`, 'buffer') };
  const paid = await pay({ ...deps, config }, draft.userId, draft.prepared, key);
  // A failed one is told by its state, too.
  const payment = await findPaymentOf(deps, draft);
  if (payment === null && !paid.ok) return paid;
  return accept(null);
}

async function pay(
  deps: PayDeps,
  userId: string,
  prepared: PreparedPayment,
  idempotency: IdempotencyClaim,
): Promise<PayAnswer> {
  const context = { caller: webCaller(userId), idempotency };
  if (prepared.kind === 'invoice') {
    const { bolt11, amountSat, sentTo } = prepared;
    const amountMsat = amountSat === null ? null : satToMsat(amountSat);
    return await payInvoice(deps, { ...context, bolt11, amountMsat, sentTo });
  }
  const { amountSat, sentTo } = prepared;
  const { payee: destination, comment } = sentTo;
  const recordsText = comment === null ? null : { [String(MESSAGE_RECORD)]: comment };
  const order = { destination, amountMsat: satToMsat(amountSat), memo: null, recordsText, sentTo };
  return await sendKeysend(deps, { ...context, order });
}

/** By the key until the draft knows it: the key is written together with the payment. */
export async function findPaymentOf(
  { payments, payFlow }: { readonly payments: PaymentStore } & Pick<PayDraftDeps, 'payFlow'>,
  { id, userId, paymentId }: SendDraft,
): Promise<Payment | null> {
  if (paymentId !== null) return await payments.findPayment(paymentId);
  const { idempotency } = await payments.readForPayment({
    userId,
    grantId: WEB_GRANT,
    paymentHash: null,
    payeeIdentifier: null,
    idempotencyKey: id,
  });
  if (idempotency === null) return null;
  await payFlow.drafts.keepPayment(id, idempotency.target.id);
  return await payments.findPayment(idempotency.target.id);
}
