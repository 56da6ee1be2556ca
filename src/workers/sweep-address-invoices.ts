import type { AddressInvoiceStore } from '../address/address-invoice-store.ts';
import { KEEP_EXPIRED_ADDRESS_INVOICES_MS } from '../base/address-limits.ts';
import type { Clock } from '../base/clock.ts';
import type { LightningNode } from '../lightning/node-port.ts';

export interface SweepAddressInvoicesDeps {
  readonly addressInvoices: Pick<AddressInvoiceStore, 'listExpired' | 'removeUnpaid'>;
  readonly lightning: Pick<LightningNode, 'cancelInvoice' | 'deleteInvoice'>;
  readonly clock: Clock;
}

const STEP = 100;

/**
 * Removes invoices that strangers asked for and no one paid: at the node first, and then here.
 * After a crash in between the node does not know them, and the next sweep removes the rows. One
 * that the node holds or has settled stays, as its money is still to be booked.
 */
export async function sweepAddressInvoices(
  { addressInvoices, lightning, clock }: SweepAddressInvoicesDeps,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - KEEP_EXPIRED_ADDRESS_INVOICES_MS);
  let keptCount = 0;
  while (!signal.aborted) {
    const expired = await addressInvoices.listExpired(before, { limit: STEP, offset: keptCount });
    const removed: string[] = [];
    for (const { id, paymentHash } of expired) {
      if (signal.aborted) break;
      if (await removeAtNode(lightning, paymentHash)) removed.push(id);
      else keptCount += 1;
    }
    if (removed.length > 0) await addressInvoices.removeUnpaid(removed);
    if (expired.length < STEP) return;
  }
}

/** False when money may still come in by it. A node that cannot delete keeps it as cancelled. */
async function removeAtNode(
  lightning: SweepAddressInvoicesDeps['lightning'],
  paymentHash: string,
): Promise<boolean> {
  if (!(await lightning.cancelInvoice(paymentHash))) return false;
  return (await lightning.deleteInvoice(paymentHash)) !== 'kept';
}
