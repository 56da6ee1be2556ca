import type { IncomingPayment, LightningNode } from '../../lightning/node-port.ts';
import type { NodeStore } from '../../node/node-store.ts';
import type { CreditReceiptDeps } from '../credit-receipt.ts';
import { followEnds } from './follow-ends.ts';
import { settleInOrder } from './settle-in-order.ts';
import type { Watch } from './watch.ts';

export interface BackfillInvoicesDeps extends CreditReceiptDeps {
  readonly lightning: Pick<LightningNode, 'settledInvoices'>;
  readonly nodes: NodeStore;
}

/**
 * Lists the settled invoices of the node, and books those that are not booked. The list begins
 * after a settled invoice before which nothing can arrive any more. So its cost depends on the
 * invoices made since then and not on the whole history, however many cancelled invoices were
 * deleted.
 */
export async function backfillInvoices(
  deps: BackfillInvoicesDeps,
  watch: Watch,
  signal: AbortSignal,
): Promise<void> {
  const { pubkey } = deps.node;
  const { baseline: stored } = await deps.nodes.readCursor(pubkey);
  const baseline = stored ?? 0n;
  const missed: IncomingPayment[] = [];
  const progress = followEnds(deps.clock.now());
  const after = await deps.nodes.readPassedInvoice(pubkey);
  const listing = { after, onInvoice: progress.see };
  for await (const payment of deps.lightning.settledInvoices(signal, listing)) {
    const { settleIndex, paymentHash, setId } = payment;
    if (settleIndex <= baseline) continue;
    if (!(await deps.nodes.hasReceipt(pubkey, paymentHash, setId))) missed.push(payment);
  }
  // A list that was cut off does not show whether anything is missing in the rest.
  if (signal.aborted) return;
  await settleInOrder(deps, watch, missed, baseline);
  const passed = progress.passed();
  if (passed !== null) await deps.nodes.setPassedInvoice(pubkey, passed, watch.fence);
}
