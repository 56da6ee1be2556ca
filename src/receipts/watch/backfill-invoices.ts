import { INVOICE_GONE_MS } from '../../base/limits.ts';
import type {
  IncomingPayment,
  InvoicePlace,
  LightningNode,
  ListedInvoice,
} from '../../lightning/node-port.ts';
import type { NodeStore } from '../../node/node-store.ts';
import type { CreditReceiptDeps } from '../credit-receipt.ts';
import { INVOICE_IN_ORDER_MS } from '../limits.ts';
import { settleInOrder } from './settle-in-order.ts';
import type { Watch } from './watch.ts';

export interface BackfillInvoicesDeps extends CreditReceiptDeps {
  readonly lightning: Pick<LightningNode, 'settledInvoices'>;
  readonly nodes: NodeStore;
}

/**
 * Lists the settled invoices of the node, and books those that are not booked. The list starts
 * after a settled invoice before which nothing can arrive any more, so its cost depends on what
 * came later and not on the whole history, however many cancelled invoices are deleted in between.
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
  // A list that was cut off proves nothing about the rest.
  if (signal.aborted) return;
  await settleInOrder(deps, watch, missed, baseline);
  const passed = progress.passed();
  if (passed !== null) await deps.nodes.setPassedInvoice(pubkey, passed, watch.fence);
}

/**
 * Finds, among the invoices at the start of a list for which nothing can arrive any more, the last
 * one that the node keeps; null when there is none. A cancelled one may be deleted: then the next
 * list would start at the first invoice, and LND on SQLite even gives its place to a new invoice.
 */
function followEnds(now: Date) {
  let passed: InvoicePlace | null = null;
  let isOverSoFar = true;
  return {
    see: (invoice: ListedInvoice): void => {
      isOverSoFar &&= isOver(invoice, now);
      const { addIndex, paymentHash } = invoice;
      if (isOverSoFar && isKept(invoice)) passed = { addIndex, paymentHash };
    },
    passed: (): InvoicePlace | null => passed,
  };
}

/** Whether the node keeps an invoice. Reusable ones are cancelled in the end. */
const isKept = ({ state, isReusable }: ListedInvoice): boolean =>
  state === 'settled' && !isReusable;

/** Whether nothing can arrive for an invoice any more beyond what this list shows. */
function isOver({ state, isReusable, createdAt, expiresAt }: ListedInvoice, now: Date): boolean {
  if (now.getTime() - createdAt.getTime() < INVOICE_IN_ORDER_MS) return false;
  if (state === 'cancelled' || (state === 'settled' && !isReusable)) return true;
  return state !== 'accepted' && now.getTime() - expiresAt.getTime() > INVOICE_GONE_MS;
}
