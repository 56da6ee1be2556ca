import type { Clock } from '../base/clock.ts';
import { INVOICE_GONE_MS } from '../base/limits.ts';
import type { NodeIdentity } from '../operations/node-identity.ts';
import type { UnpaidInvoice, UnpaidInvoiceStore } from '../wallet/unpaid-invoice-store.ts';
import { type RemoveAtNodeDeps, removeAtNode } from './sweep-address-invoices.ts';

export interface SweepUnpaidInvoicesDeps extends RemoveAtNodeDeps {
  readonly unpaidInvoices: UnpaidInvoiceStore;
  readonly node: NodeIdentity;
  readonly clock: Clock;
}

const STEP = 100;
/** One run ends after so many, so that the first one of an old installation leaves time to others. */
const MAX_STEPS = 100;

/**
 * Removes invoices that no one paid, some weeks after they expired: at the node and then here. What
 * expired before the last whole sweep is not looked at again, so the work does not grow with the
 * invoices that were paid. One that the node holds or has settled stays, as its money is still to be
 * booked, and the next sweep looks at it again.
 */
export async function sweepUnpaidInvoices(
  deps: SweepUnpaidInvoicesDeps,
  signal: AbortSignal,
): Promise<void> {
  const { unpaidInvoices, node, clock } = deps;
  const before = new Date(clock.now().getTime() - INVOICE_GONE_MS);
  const since = await unpaidInvoices.readSweptUntil(node.pubkey);
  let after: UnpaidInvoice | null = null;
  let isWhole = true;
  for (let step = 0; step < MAX_STEPS && !signal.aborted; step += 1) {
    const page = { nodePubkey: node.pubkey, since, before, limit: STEP, after };
    const unpaid: readonly UnpaidInvoice[] = await unpaidInvoices.listUnpaid(page);
    if (unpaid.length > 0) {
      const { removed, failure } = await removeAtNode(deps, unpaid, signal);
      if (removed.length > 0) await unpaidInvoices.removeUnpaid(removed);
      if (failure !== null) throw failure.error;
      isWhole &&= removed.length === unpaid.length;
    }
    if (unpaid.length < STEP) {
      if (isWhole) await unpaidInvoices.noteSwept(node.pubkey, before);
      return;
    }
    after = unpaid.at(-1) ?? null;
  }
}
