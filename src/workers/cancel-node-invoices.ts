import type { LightningNode } from '../lightning/node-port.ts';
import type { InvoiceStore } from '../wallet/invoice-store.ts';
import { type RepeatDeps, repeat } from './repeat.ts';

export interface CancelNodeInvoicesDeps extends RepeatDeps {
  readonly invoices: InvoiceStore;
  readonly lightning: Pick<LightningNode, 'cancelInvoice'>;
}

const EVERY_MS = 5000;
const MAX_AT_ONCE = 100;

/**
 * Withdraws at the node what was paid within this service. Should somebody outside have paid it
 * already, that is a second receipt and comes in as any other.
 */
export async function cancelNodeInvoices(
  deps: CancelNodeInvoicesDeps,
  signal: AbortSignal,
): Promise<void> {
  const options = { name: 'cancelling paid invoices at the node', everyMs: EVERY_MS };
  await repeat(deps, options, signal, async () => {
    for (const invoice of await deps.invoices.listNodeInvoicesToCancel(MAX_AT_ONCE)) {
      if (signal.aborted) return;
      await deps.lightning.cancelInvoice(invoice.paymentHash);
      await deps.invoices.markNodeInvoiceCancelled(invoice.id);
    }
  });
}
