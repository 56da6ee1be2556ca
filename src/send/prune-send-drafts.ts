import { prune } from '../background/prune.ts';
import type { Clock } from '../base/clock.ts';
import { KEEP_PAID_DRAFTS_MS, SEND_DRAFT_LIFE_MS } from './limits.ts';
import type { PayOrderStore } from './stores/pay-order-store.ts';
import type { SendDraftStore } from './stores/send-draft-store.ts';
import type { WithdrawStore } from './stores/withdraw-store.ts';

export interface PruneSendDraftsDeps {
  readonly payOrders: Pick<PayOrderStore, 'pruneOrders'>;
  readonly withdrawDrafts: Pick<WithdrawStore, 'pruneDrafts'>;
  readonly sendDrafts: Pick<SendDraftStore, 'pruneDrafts'>;
  readonly clock: Clock;
}

/**
 * Removes old drafts, withdraw links and orders of the operator; payments and invoices stay. A
 * draft stays a little longer than it can be paid, as it may be paid at the last moment.
 */
export async function pruneSendDrafts(
  { payOrders, withdrawDrafts, sendDrafts, clock }: PruneSendDraftsDeps,
  signal: AbortSignal,
): Promise<void> {
  const nowMs = clock.now().getTime();
  const before = new Date(nowMs - KEEP_PAID_DRAFTS_MS);
  const unpaid = new Date(nowMs - 2 * SEND_DRAFT_LIFE_MS);
  await prune((limit) => payOrders.pruneOrders(before, limit), signal);
  await prune((limit) => withdrawDrafts.pruneDrafts(before, limit), signal);
  await prune((limit) => sendDrafts.pruneDrafts({ unpaid, paid: before }, limit), signal);
}
