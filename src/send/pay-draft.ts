import { hash } from 'node:crypto';
import { WEB_GRANT, webCaller } from '../authorization/caller.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { Payment } from '../ledger/payment.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import type { Withdrawal } from '../onchain/withdrawal.ts';
import type { WithdrawalStore } from '../onchain/withdrawal-store.ts';
import { type PayPlannedDeps, payPlanned } from '../payments/pay-planned.ts';
import { deriveIds } from '../payments/planned-ids.ts';
import type { PlannedPayment } from '../payments/planned-payment.ts';
import { isTooOld } from './choose-draft-amount.ts';
import { PAGE_PAYMENT_WAIT_SEC } from './limits.ts';
import type { PreparedPayment } from './prepare-payment.ts';
import type { SendDraft, SendDraftStore } from './stores/send-draft-store.ts';

export interface PayDraftDeps extends PayPlannedDeps {
  readonly withdrawals: PayPlannedDeps['withdrawals'] & Pick<WithdrawalStore, 'findOfUser'>;
  readonly payFlow: { readonly drafts: SendDraftStore; readonly planKey: Uint8Array };
}

export type PayDraftRefusal = PayRefusal | { readonly kind: 'draft_not_found' };

/**
 * Pays the payment that a draft has prepared, as the last step of sending. The id of the draft is
 * the idempotency key, so that sending the form twice or paying in two tabs makes one payment. The
 * result is accepted as soon as the payment exists, whatever its state.
 */
export async function payDraft(
  deps: PayDraftDeps,
  draft: SendDraft,
): Promise<Result<null, PayDraftRefusal>> {
  if (await hasBegun(deps, draft)) return accept(null);
  if (draft.prepared === null || isTooOld(deps, draft)) return refuse({ kind: 'draft_not_found' });
  const config = { ...deps.config, waitSec: PAGE_PAYMENT_WAIT_SEC };
  const key = { key: draft.id, requestHash: hash('sha256', `send ${draft.id}`, 'buffer') };
  const paid = await payPlanned(
    { ...deps, config },
    { caller: webCaller(draft.userId), idempotency: key },
    planOf(deps, draft, draft.prepared),
  );
  // Even a failed payment counts as begun: the page of the draft shows its failure.
  return (await hasBegun(deps, draft)) || paid.ok ? accept(null) : paid;
}

/**
 * Plans the payment of a draft. A withdrawal gets the id of its draft, by which the draft's page
 * finds it.
 */
function planOf(
  { payFlow }: PayDraftDeps,
  draft: SendDraft,
  prepared: PreparedPayment,
): PlannedPayment {
  const ids = deriveIds(payFlow.planKey, draft);
  if (prepared.kind !== 'onchain') return { ids, order: prepared, maxFeeSat: null };
  const { fee, ...order } = prepared;
  return { ids: { ...ids, paymentId: draft.id }, order, maxFeeSat: fee?.mostSat ?? null };
}

const hasBegun = async (deps: PayDraftDeps, draft: SendDraft): Promise<boolean> =>
  (await findPaymentOf(deps, draft)) !== null || (await findWithdrawalOf(deps, draft)) !== null;

/** Finds the withdrawal of a draft; null if there is none. */
export const findWithdrawalOf = async (
  { withdrawals }: Pick<PayDraftDeps, 'withdrawals'>,
  { id, userId, target }: SendDraft,
): Promise<Withdrawal | null> =>
  target.source.kind === 'chain' ? await withdrawals.findOfUser(userId, id) : null;

/**
 * Finds the payment of a draft. Until the draft stores the payment's id, the payment is found by
 * its idempotency key, which is written together with the payment.
 */
export async function findPaymentOf(
  { payments, payFlow }: Pick<PayDraftDeps, 'payments' | 'payFlow'>,
  { id, userId, paymentId, target }: SendDraft,
): Promise<Payment | null> {
  if (target.source.kind === 'chain') return null;
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
