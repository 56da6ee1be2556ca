import { type Sat, sat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import { UNPROVED_MS } from './limits.ts';
import type { SendDraft, SendDraftStore } from './stores/send-draft-store.ts';

export interface OrderDraftDeps {
  readonly payFlow: { readonly drafts: SendDraftStore };
  readonly clock: Clock;
}

/** Why the payer has to prove who they are before a payment. */
export interface PayerQuestion {
  /** The sum that the payer has ordered within a day since their last proof. */
  readonly unprovedSat: Sat;
  /** The sum of payments up to which the user chose not to be asked for a proof. */
  readonly aboveSat: Sat;
}

/** Decides whether the payer has to prove who they are; null when no proof is needed. */
export async function findPayerQuestion(
  { payFlow, clock }: OrderDraftDeps,
  draft: SendDraft,
  { amountSat, aboveSat }: { readonly amountSat: Sat; readonly aboveSat: Sat },
): Promise<PayerQuestion | null> {
  if (draft.isOrderedUnproved) return null;
  const since = new Date(clock.now().getTime() - UNPROVED_MS);
  const unprovedSat = await payFlow.drafts.sumUnproved(draft.userId, since);
  return sat(unprovedSat + amountSat) > aboveSat ? { unprovedSat, aboveSat } : null;
}

/**
 * Marks a draft as ordered, so that it may be paid. Returns false when its payer first has to prove
 * who they are. The amounts of earlier unproved payments count too, so that many small payments
 * cannot avoid the proof.
 */
export async function orderDraft(
  { payFlow, clock }: OrderDraftDeps,
  { id, userId }: SendDraft,
  order: { readonly amountSat: Sat; readonly aboveSat: Sat; readonly isProved: boolean },
): Promise<boolean> {
  const at = clock.now();
  const since = new Date(at.getTime() - UNPROVED_MS);
  return await payFlow.drafts.orderDraft({ ...order, id, userId, at, since });
}
