import { type Sat, sat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import { UNPROVED_MS } from './limits.ts';
import type { SendDraft, SendDraftStore } from './stores/send-draft-store.ts';

export interface OrderDraftDeps {
  readonly payFlow: { readonly drafts: SendDraftStore };
  readonly clock: Clock;
}

/** The amounts for which a payment asks its payer who they are. */
export interface PayerQuestion {
  /** The sum of what they ordered without that question since it was answered, within a day. */
  readonly unprovedSat: Sat;
  /** The most that the user wants to send without being asked. */
  readonly aboveSat: Sat;
}

/** Finds the question for the payer; null where the payment asks nothing. */
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
 * Notes that a draft is to be paid. False where its payer has to prove first who they are: many
 * small payments together are as much as a large one.
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
