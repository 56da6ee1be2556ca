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
  /** The chosen amount; null when the payee has fixed the amount. */
  readonly amountSat: Sat | null;
  readonly comment: string | null;
  /** How soon the withdrawal should confirm; missing for payments over Lightning. */
  readonly speed?: WithdrawalSpeed | null;
}

export type ChooseAmountRefusal =
  | SendRefusal
  /** The draft is unknown, belongs to another user, or is too old. */
  | { readonly kind: 'draft_not_found' };

/**
 * Prepares the payment of the chosen amount and stores it, as the second step of sending. If two
 * pages of one draft choose differently, the first choice stays. The payer then sees what was
 * chosen, and pays exactly that.
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
    // In the meantime another page of the same draft may have fetched an invoice, or may even have
    // paid it.
    const again = await deps.sendDrafts.findDraft(choice.userId, draftId);
    return again !== null && again.prepared !== null ? accept(null) : prepared;
  }
  await deps.sendDrafts.keepPrepared(draft.id, choice, prepared.value);
  return accept(null);
}

/**
 * Whether a draft can no longer be paid: because it is too old, or because the database was
 * restored to an earlier state and may have forgotten the payment of the draft.
 */
export const isTooOld = (
  { clock }: { readonly clock: Clock },
  { createdAt, mayBeForgotten }: Pick<SendDraft, 'createdAt' | 'mayBeForgotten'>,
): boolean => mayBeForgotten || createdAt.getTime() + SEND_DRAFT_LIFE_MS <= clock.now().getTime();
