import type { IncomingPayment, LightningNode } from '../lightning/node-port.ts';
import type { SettleIncomingDeps } from '../usecases/settle-incoming.ts';
import type { NodeStore } from '../wallet/node-store.ts';
import { settleInOrder } from './settle-in-order.ts';
import type { Watch } from './watch.ts';

export interface RescanInvoicesDeps extends SettleIncomingDeps {
  readonly lightning: Pick<LightningNode, 'settledInvoices'>;
  readonly nodes: NodeStore;
}

/** Lists all settled invoices of the node and books those that were never booked. */
export async function rescanInvoices(
  deps: RescanInvoicesDeps,
  watch: Watch,
  signal: AbortSignal,
): Promise<void> {
  const { pubkey } = deps.node;
  const cursor = await deps.nodes.readCursor(pubkey);
  const baseline = cursor.baseline ?? 0n;
  const missed: IncomingPayment[] = [];
  for await (const payment of deps.lightning.settledInvoices(signal)) {
    const { settleIndex, paymentHash, setId } = payment;
    if (settleIndex <= baseline || settleIndex <= watch.rescannedUpTo) continue;
    if (!(await deps.nodes.hasReceipt(pubkey, paymentHash, setId))) missed.push(payment);
  }
  // A list that was cut short proves nothing about the rest.
  if (signal.aborted) return;
  await settleInOrder(deps, watch, missed, baseline);
  // What settled before the listing began was settled when its page was read.
  watch.rescannedUpTo = cursor.settleIndex;
}
