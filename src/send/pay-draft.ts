import { hash } from 'node:crypto';
import { WEB_GRANT, webCaller } from '../authorization/caller.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { Payment } from '../ledger/payment.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import type { PayDeps } from '../payments/pay-deps.ts';
import { payPlanned } from '../payments/pay-planned.ts';
import { deriveIds } from '../payments/planned-ids.ts';
import { isTooOld } from './choose-draft-amount.ts';
import { PAGE_PAYMENT_WAIT_SEC } from './limits.ts';
import type { SendDraft, SendDraftStore } from './stores/send-draft-store.ts';

export interface PayDraftDeps extends PayDeps {
  readonly payFlow: { readonly drafts: SendDraftStore; readonly planKey: Uint8Array };
}

export type PayDraftRefusal = PayRefusal | { readonly kind: 'draft_not_found' };

/**
 * Pays what the draft shows, as the last step. It may run twice, or in two tabs at once: the id of
 * the draft is the key, so all of them find one payment. Accepted as soon as there is a payment,
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
  const paid = await payPlanned(
    { ...deps, config },
    { caller: webCaller(draft.userId), idempotency: key },
    { ids: deriveIds(deps.payFlow.planKey, draft), order: draft.prepared, maxFeeSat: null },
  );
  // A failed payment is told by its state, too.
  const payment = await findPaymentOf(deps, draft);
  if (payment === null && !paid.ok) return paid;
  return accept(null);
}

/**
 * Finds the payment of a draft, by its key until the draft knows it: the key is written together
 * with the payment.
 */
export async function findPaymentOf(
  { payments, payFlow }: Pick<PayDraftDeps, 'payments' | 'payFlow'>,
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
