import type { Clock } from '../base/clock.ts';
import { INVOICE_GONE_MS } from '../base/limits.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { UnpaidInvoice, UnpaidInvoiceStore } from './invoice-store.ts';
import { type Removal, type RemoveAtNodeDeps, removeAtNode } from './remove-at-node.ts';

const STEP = 100;

export interface PruneUnpaidInvoicesDeps extends RemoveAtNodeDeps {
  readonly unpaidInvoices: UnpaidInvoiceStore;
  readonly node: NodeIdentity;
  readonly clock: Clock;
}

/**
 * The most steps in which one run removes expired invoices. An old installation may have very many
 * of them at its first run, and other jobs must get time as well.
 */
const MAX_STEPS = 100;

/**
 * Removes invoices that users made and no one paid, some weeks after they expired: first at the
 * node, then in the database. A run starts from where the last complete run ended, so the work does
 * not grow with the number of paid invoices. If an invoice could not be removed, the run is
 * incomplete, and the next one tries it again.
 */
export async function pruneUnpaidInvoices(
  deps: PruneUnpaidInvoicesDeps,
  signal: AbortSignal,
): Promise<void> {
  const { unpaidInvoices, node, clock } = deps;
  const before = new Date(clock.now().getTime() - INVOICE_GONE_MS);
  const since = await unpaidInvoices.readPrunedUntil(node.pubkey);
  let failure: Removal['failure'] = null;
  let after: UnpaidInvoice | null = null;
  let isWhole = true;
  for (let step = 0; step < MAX_STEPS && !signal.aborted; step += 1) {
    const page = { nodePubkey: node.pubkey, since, before, limit: STEP, after };
    const unpaid: readonly UnpaidInvoice[] = await unpaidInvoices.listUnpaid(page);
    const removal = await removeAtNode(deps, unpaid, signal);
    const { removed } = removal;
    if (removed.length > 0) await unpaidInvoices.removeUnpaid(removed);
    failure ??= removal.failure;
    isWhole &&= removed.length === unpaid.length;
    if (removal.isNodeAway) break;
    if (unpaid.length < STEP) {
      if (isWhole) await unpaidInvoices.notePruned(node.pubkey, before);
      break;
    }
    after = unpaid.at(-1) ?? null;
  }
  if (failure !== null) throw failure.error;
}
