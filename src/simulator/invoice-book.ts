import { assert } from '../base/assert.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { Invoice, InvoiceBook } from './network-state.ts';

type InvoiceEntry = Extract<
  JournalEntry,
  {
    kind:
      | 'invoice_added'
      | 'invoice_accepted'
      | 'invoice_settled'
      | 'amp_set_settled'
      | 'invoice_cancelled'
      | 'invoice_deleted'
      | 'htlc_accepted'
      | 'htlc_cancelled';
  }
>;

export function applyInvoiceEntry(book: InvoiceBook, entry: InvoiceEntry): void {
  if (entry.kind === 'invoice_added') {
    addInvoice(book, entry.invoice);
    return;
  }
  const invoice = book.byHash.get(entry.paymentHash);
  assert(invoice !== undefined, `invoice ${entry.paymentHash} exists`);
  switch (entry.kind) {
    case 'invoice_accepted':
      invoice.state = 'ACCEPTED';
      invoice.amtPaidMsat = acceptedMsat(invoice, null);
      return;
    case 'invoice_settled':
      invoice.preimage = entry.preimage;
      settleInvoice(book, invoice, entry.atSec);
      return;
    case 'amp_set_settled':
      settleAmpSet(book, invoice, entry);
      return;
    case 'invoice_cancelled':
      invoice.state = 'CANCELED';
      resolveHtlcs(invoice, 'CANCELED', entry.atSec);
      return;
    case 'invoice_deleted':
      deleteInvoice(book, invoice);
      return;
    case 'htlc_accepted':
      invoice.htlcs.push({ ...entry.htlc, state: 'ACCEPTED', resolveTimeSec: 0 });
      return;
    case 'htlc_cancelled':
      cancelHtlc(invoice, entry);
      return;
  }
}

/** The sum of the accepted HTLCs of an invoice, or of one set of an AMP invoice. */
export function acceptedMsat(invoice: Invoice, setId: string | null): bigint {
  let sumMsat = 0n;
  for (const htlc of invoice.htlcs) {
    if (htlc.state === 'ACCEPTED' && (htlc.amp?.setId ?? null) === setId) sumMsat += htlc.amtMsat;
  }
  return sumMsat;
}

function addInvoice(
  book: InvoiceBook,
  invoice: Extract<InvoiceEntry, { kind: 'invoice_added' }>['invoice'],
): void {
  const stored: Invoice = {
    ...invoice,
    state: 'OPEN',
    settleIndex: 0,
    settledAtSec: 0,
    amtPaidMsat: 0n,
    htlcs: [],
    ampSets: new Map(),
  };
  assert(invoice.addIndex === book.nextAddIndex, 'add indexes are given out in order');
  shelveInvoice(book, stored);
}

/** Adds an invoice at the end of the list, whether it is new or from a snapshot. */
export function shelveInvoice(book: InvoiceBook, invoice: Invoice): void {
  book.nextAddIndex = invoice.addIndex + 1;
  book.added.push(invoice);
  book.byHash.set(invoice.paymentHash, invoice);
  // All keysend invoices have the same payment address, all zeros, and are never looked up by it.
  if (!invoice.isKeysend) book.byPaymentAddr.set(invoice.paymentAddr, invoice);
}

function deleteInvoice(book: InvoiceBook, invoice: Invoice): void {
  book.added.splice(book.added.indexOf(invoice), 1);
  book.byHash.delete(invoice.paymentHash);
  book.byPaymentAddr.delete(invoice.paymentAddr);
}

function settleInvoice(book: InvoiceBook, invoice: Invoice, atSec: number): void {
  invoice.amtPaidMsat = acceptedMsat(invoice, null);
  resolveHtlcs(invoice, 'SETTLED', atSec);
  invoice.state = 'SETTLED';
  invoice.settledAtSec = atSec;
  invoice.settleIndex = book.settled.push({ invoice, setId: null });
}

/**
 * Settles one set of an AMP invoice. As in LND, the invoice itself stays open and keeps the settle
 * index 0.
 */
function settleAmpSet(
  book: InvoiceBook,
  invoice: Invoice,
  { setId, atSec }: { readonly setId: string; readonly atSec: number },
): void {
  const amtPaidMsat = acceptedMsat(invoice, setId);
  const settleIndex = book.settled.push({ invoice, setId });
  invoice.ampSets.set(setId, { settleIndex, settledAtSec: atSec, amtPaidMsat });
  invoice.amtPaidMsat += amtPaidMsat;
  for (const htlc of invoice.htlcs) {
    if (htlc.amp?.setId !== setId || htlc.state !== 'ACCEPTED') continue;
    htlc.state = 'SETTLED';
    htlc.resolveTimeSec = atSec;
  }
}

function resolveHtlcs(invoice: Invoice, state: 'SETTLED' | 'CANCELED', atSec: number): void {
  for (const htlc of invoice.htlcs) {
    if (htlc.state !== 'ACCEPTED') continue;
    htlc.state = state;
    htlc.resolveTimeSec = atSec;
  }
}

function cancelHtlc(
  invoice: Invoice,
  entry: Extract<InvoiceEntry, { kind: 'htlc_cancelled' }>,
): void {
  for (const htlc of invoice.htlcs) {
    if (htlc.chanId !== entry.chanId || htlc.htlcIndex !== entry.htlcIndex) continue;
    htlc.state = 'CANCELED';
    htlc.resolveTimeSec = entry.atSec;
  }
}
