import type { Sat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { WithdrawalSpeed } from '../onchain/withdrawal.ts';
import type { SendDraftDeps } from './create-send-draft.ts';
import { SEND_DRAFT_LIFE_MS } from './limits.ts';
import { preparePayment } from './prepare-payment.ts';
import type { SendRefusal } from './send-refusals.ts';
import type { SendDraft } from './stores/send-draft-store.ts';

export interface ChooseAmountInput {
  readonly userId: string;
  readonly draftId: string;
  /** The chosen amount; null where it is fixed. */
  readonly amountSat: Sat | null;
  readonly comment: string | null;
  /** How soon a block shall have it; missing for all but bitcoin to an address. */
  readonly speed?: WithdrawalSpeed | null;
}

export type ChooseAmountRefusal =
  | SendRefusal
  /** The draft is unknown, another user's, or too old. */
  | { readonly kind: 'draft_not_found' };

/**
 * Prepares the payment of an amount with a comment, and stores it, as the second step. The first
 * one stays, also when two pages of one draft choose differently: what is paid is what the draft
 * then shows.
 */
export async function chooseDraftAmount(
  deps: SendDraftDeps,
  { draftId, ...choice }: ChooseAmountInput,
  signal: AbortSignal,
): Promise<Result<null, ChooseAmountRefusal>> {
  const draft = await deps.sendDrafts.findDraft(choice.userId, draftId);
  if (draft === null || isTooOld(deps, draft)) return refuse({ kind: 'draft_not_found' });
  if (draft.prepared !== null) return accept(null);
  const prepared = await preparePayment(deps, draft.target, choice, signal);
  if (!prepared.ok) {
    // Another page of this draft may have got its invoice meanwhile, and even have paid it.
    const again = await deps.sendDrafts.findDraft(choice.userId, draftId);
    return again !== null && again.prepared !== null ? accept(null) : prepared;
  }
  await deps.sendDrafts.keepPrepared(draft.id, choice, prepared.value);
  return accept(null);
}

/**
 * Whether a draft is too old to be paid. A payment that was made before the database went back may
 * be forgotten: its draft must not pay again.
 */
export const isTooOld = (
  { clock }: { readonly clock: Clock },
  { createdAt, mayBeForgotten }: Pick<SendDraft, 'createdAt' | 'mayBeForgotten'>,
): boolean => mayBeForgotten || createdAt.getTime() + SEND_DRAFT_LIFE_MS <= clock.now().getTime();
