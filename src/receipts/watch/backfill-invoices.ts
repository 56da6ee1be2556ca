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
 * Lists the settled invoices of the node and books those not booked yet. The listing starts after a
 * settled invoice before which all are over. So its cost depends on what came after that one, not
 * on the history, however many cancelled invoices are deleted in between.
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
  // A truncated list proves nothing about the rest.
  if (signal.aborted) return;
  await settleInOrder(deps, watch, missed, baseline);
  const passed = progress.passed();
  if (passed !== null) await deps.nodes.setPassedInvoice(pubkey, passed, watch.fence);
}

/**
 * Finds the last invoice that the node keeps among those at the start of a listing that are all
 * over; null when there is none. A cancelled one may be deleted: then its place is lost, the next
 * listing starts at the first invoice, and LND on SQLite even gives its add index to a new invoice.
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

/** Whether an invoice is kept at the node: reusable ones are cancelled in the end. */
const isKept = ({ state, isReusable }: ListedInvoice): boolean =>
  state === 'settled' && !isReusable;

/** Whether nothing more can arrive for an invoice that this listing does not show. */
function isOver({ state, isReusable, createdAt, expiresAt }: ListedInvoice, now: Date): boolean {
  if (now.getTime() - createdAt.getTime() < INVOICE_IN_ORDER_MS) return false;
  if (state === 'cancelled' || (state === 'settled' && !isReusable)) return true;
  return state !== 'accepted' && now.getTime() - expiresAt.getTime() > INVOICE_GONE_MS;
}
