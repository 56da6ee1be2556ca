import type { Clock } from '../base/clock.ts';
import { type Removal, type RemoveAtNodeDeps, removeAtNode } from '../invoices/remove-at-node.ts';
import type { AddressInvoiceStore } from './address-invoice-store.ts';
import { KEEP_EXPIRED_ADDRESS_INVOICES_MS } from './limits.ts';

const STEP = 100;

export interface PruneAddressInvoicesDeps extends RemoveAtNodeDeps {
  readonly addressInvoices: Pick<AddressInvoiceStore, 'listExpired' | 'removeUnpaid'>;
  readonly clock: Clock;
}

/**
 * Removes invoices that strangers requested and no one paid, first at the node and then from the
 * database. After a crash in between, the node does not know the invoice any more, and the next
 * pruning removes its row. An invoice that the node holds an HTLC for or has settled stays, because
 * its money is still to be booked.
 */
export async function pruneAddressInvoices(
  deps: PruneAddressInvoicesDeps,
  signal: AbortSignal,
): Promise<void> {
  const { addressInvoices, clock } = deps;
  const before = new Date(clock.now().getTime() - KEEP_EXPIRED_ADDRESS_INVOICES_MS);
  let failure: Removal['failure'] = null;
  let keptCount = 0;
  while (!signal.aborted) {
    const expired = await addressInvoices.listExpired(before, { limit: STEP, offset: keptCount });
    const removal = await removeAtNode(deps, expired, signal);
    const { removed } = removal;
    if (removed.length > 0) await addressInvoices.removeUnpaid(removed);
    failure ??= removal.failure;
    keptCount += expired.length - removed.length;
    if (removal.isNodeAway || expired.length < STEP) break;
  }
  if (failure !== null) throw failure.error;
}
