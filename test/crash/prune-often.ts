import {
  ADDRESS_INVOICE_EXPIRY_SEC,
  KEEP_EXPIRED_ADDRESS_INVOICES_MS,
} from '../../src/address/limits.ts';
import {
  type PruneAddressInvoicesDeps,
  pruneAddressInvoices,
} from '../../src/address/prune-address-invoices.ts';
import type { InvoiceStore } from '../../src/invoices/invoice-store.ts';

/** Name of the variable by which a crashing process is told to prune. */
export const PRUNES = 'CRASH_SWEEPS';

const PAUSE_MS = 200;
/** Many are paid before. */
const SWEPT_AFTER_MS = 3000;
/** No call to the node takes as long. */
const UNMADE_SWEPT_AFTER_MS = 60_000;
const AHEAD_MS =
  ADDRESS_INVOICE_EXPIRY_SEC * 1000 + KEEP_EXPIRED_ADDRESS_INVOICES_MS - SWEPT_AFTER_MS;

interface PruneOftenDeps extends PruneAddressInvoicesDeps {
  readonly invoices: Pick<InvoiceStore, 'findInvoice'>;
}

/**
 * Prunes what strangers asked for again and again, with a clock that is ahead: what is a few
 * seconds old has expired an hour ago. Node and database may be away meanwhile. Answers how to end
 * it.
 */
export function pruneOften(deps: PruneOftenDeps): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const { clock } = deps;
  const ahead = { ...clock, now: () => new Date(clock.now().getTime() + AHEAD_MS) };
  const hurried = { ...deps, clock: ahead, addressInvoices: onlyMade(deps) };
  const pruning = (async () => {
    while (!signal.aborted) {
      await pruneAddressInvoices(hurried, signal).catch(() => undefined);
      await clock.sleep(PAUSE_MS, signal);
    }
  })();
  return async () => {
    ending.abort();
    await pruning;
  };
}

/**
 * On a busy machine an invoice that is a few seconds old may still be on its way to the node, which
 * none is after an hour. What a crash left unmade is pruned later.
 */
function onlyMade({ addressInvoices, invoices, clock }: PruneOftenDeps) {
  return {
    ...addressInvoices,
    listExpired: async (...[before, page]: Parameters<typeof addressInvoices.listExpired>) => {
      const expired = await addressInvoices.listExpired(before, page);
      const found = await Promise.all(expired.map(({ id }) => invoices.findInvoice(id)));
      const unmadeBefore = clock.now().getTime() - UNMADE_SWEPT_AFTER_MS;
      return expired.filter((_, index) => {
        const invoice = found[index] ?? null;
        if (invoice === null) return false;
        return invoice.bolt11 !== null || invoice.createdAt.getTime() < unmadeBefore;
      });
    },
  };
}
