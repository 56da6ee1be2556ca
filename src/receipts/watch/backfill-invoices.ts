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

/**
 * Finds the invoice after which the next list can begin; null when there is none. The node must
 * keep this invoice, and nothing may be able to arrive any more for it and for all invoices before
 * it. A cancelled invoice would not do, because it may be deleted: the next list would then start
 * at the first invoice, and LND on SQLite even gives the index of a deleted invoice to a new one.
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

/**
 * Whether the node keeps an invoice for ever. Reusable invoices are cancelled in the end, and
 * cancelled ones may be deleted.
 */
const isKept = ({ state, isReusable }: ListedInvoice): boolean =>
  state === 'settled' && !isReusable;

/**
 * Whether no payment for an invoice can arrive any more, apart from those that this list already
 * shows.
 */
function isOver({ state, isReusable, createdAt, expiresAt }: ListedInvoice, now: Date): boolean {
  if (now.getTime() - createdAt.getTime() < INVOICE_IN_ORDER_MS) return false;
  if (state === 'cancelled' || (state === 'settled' && !isReusable)) return true;
  return state !== 'accepted' && now.getTime() - expiresAt.getTime() > INVOICE_GONE_MS;
}
