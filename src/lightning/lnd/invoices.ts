import { hash } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import {
  type CreatedInvoice,
  type IncomingPayment,
  type InvoiceDeletion,
  type InvoiceListing,
  type InvoicePlace,
  type InvoiceSpec,
  NodeFault,
  type NodeInvoiceState,
} from '../node-port.ts';
import type { LndClient } from './client.ts';
import type { InvoiceCalls } from './invoice-calls.ts';
import { isNotFound, isNotServed, isPermissionDenied, refusalFault } from './lnd-answer.ts';
import { type PagedList, readPages } from './read-pages.ts';
import {
  addInvoiceRequest,
  translateInvoiceState,
  translateListed,
  translateReceipts,
} from './translate-invoice.ts';
import { readInvoice, type WireInvoice } from './wire.ts';
import { bytesAsHexField, listField, textField } from './wire-fields.ts';

/**
 * Adds an invoice. If LND refuses for any reason and has an invoice with this hash and amount, the
 * invoice of LND is returned: it comes from an earlier call of ours, as no one else knows the
 * preimage.
 */
export async function createInvoice(
  lnd: LndClient,
  calls: InvoiceCalls,
  spec: InvoiceSpec,
): Promise<CreatedInvoice> {
  const paymentHash = hash('sha256', spec.preimage);
  const answer = await calls.add(addInvoiceRequest(spec));
  if (answer.ok) {
    if (bytesAsHexField(answer.value, 'r_hash') !== paymentHash) {
      throw new NodeFault('LND made an invoice of another preimage than ours');
    }
    return { bolt11: textField(answer.value, 'payment_request'), paymentHash };
  }
  const existing = await findInvoice(lnd, paymentHash);
  if (existing === null || existing.valueMsat !== (spec.amountMsat ?? 0n)) {
    throw refusalFault('AddInvoice', answer.refusal);
  }
  return { bolt11: existing.paymentRequest, paymentHash };
}

export async function lookUpInvoice(
  lnd: LndClient,
  paymentHash: string,
): Promise<NodeInvoiceState> {
  const invoice = await findInvoice(lnd, paymentHash);
  return invoice === null ? 'not_found' : translateInvoiceState(invoice.state);
}

/**
 * Cancels an open invoice. LND would also cancel a held one and return its payment to the payer, so
 * unless that is wanted, the state is read first. The invoice may settle in the meantime, so after
 * a refusal its state is read again.
 */
export async function cancelInvoice(
  lnd: LndClient,
  paymentHash: string,
  held: 'keep' | 'give_back' = 'keep',
): Promise<boolean> {
  if (held === 'keep') {
    const before = await lookUpInvoice(lnd, paymentHash);
    if (before !== 'open') return isGone(before);
  }
  const body = { payment_hash: Buffer.from(paymentHash, 'hex').toString('base64') };
  const answer = await lnd.post('/v2/invoices/cancel', body);
  if (answer.ok) return true;
  const after = await lookUpInvoice(lnd, paymentHash);
  const isLeft = after === 'open' || (after === 'accepted' && held === 'give_back');
  if (isLeft) throw refusalFault('CancelInvoice', answer.refusal);
  return isGone(after);
}

/**
 * Deletes a cancelled invoice, which LND can do since version 0.20. LND has one gRPC code for
 * unknown invoices and for those that are not cancelled, so after a refusal the state of the
 * invoice is read.
 */
export async function deleteInvoice(lnd: LndClient, paymentHash: string): Promise<InvoiceDeletion> {
  const answer = await lnd.delete(`/v1/invoices?invoice_hash=${paymentHash}`);
  if (answer.ok) return 'deleted';
  const { refusal } = answer;
  if (isNotServed(refusal) || isPermissionDenied(refusal)) return 'unsupported';
  const after = await lookUpInvoice(lnd, paymentHash);
  if (after === 'not_found') return 'not_found';
  // The invoice may have been cancelled just after LND refused to delete it, or LND refused for
  // another cause. So the refusal is thrown, and callers try again.
  if (after === 'cancelled') throw refusalFault('DeleteCanceledInvoice', refusal);
  return 'kept';
}

/**
 * Lists invoices, and yields the payments of settled ones. LND decodes each listed invoice and
 * recovers its signature, which takes it about as long as making one. So the pages are paced.
 */
export async function* settledInvoices(
  lnd: Pick<LndClient, 'get'>,
  clock: Clock,
  signal: AbortSignal,
  listing?: InvoiceListing,
): AsyncGenerator<IncomingPayment> {
  const after = await placeToBegin(lnd, listing?.after ?? null);
  for await (const invoice of readPages(lnd, INVOICES, after, { signal, paceBy: clock })) {
    if (listing !== undefined) listing.onInvoice(translateListed(invoice));
    yield* translateReceipts(invoice);
  }
}

/**
 * Finds the index after which the list of invoices begins. A node that was restored from its seed
 * counts invoices from 1 again, so nothing is skipped unless the invoice `after` is still at its
 * place in the list.
 */
async function placeToBegin(
  lnd: Pick<LndClient, 'get'>,
  after: InvoicePlace | null,
): Promise<bigint> {
  if (after === null) return 0n;
  const answer = await lnd.get(INVOICES.path(after.addIndex - 1n, 1));
  if (!answer.ok) throw refusalFault(INVOICES.call, answer.refusal);
  const [invoice] = listField(answer.value, INVOICES.field).map(translateListed);
  const isThere = invoice?.addIndex === after.addIndex && invoice.paymentHash === after.paymentHash;
  return isThere ? after.addIndex : 0n;
}

const INVOICES: PagedList = {
  call: 'ListInvoices',
  field: 'invoices',
  path: (offset, size) => `/v1/invoices?index_offset=${offset}&num_max_invoices=${size}`,
};

const isGone = (state: NodeInvoiceState): boolean => state === 'cancelled' || state === 'not_found';

async function findInvoice(lnd: LndClient, paymentHash: string): Promise<WireInvoice | null> {
  const answer = await lnd.get(`/v1/invoice/${paymentHash}`);
  if (answer.ok) return readInvoice(answer.value);
  if (isNotFound(answer.refusal)) return null;
  throw refusalFault('LookupInvoice', answer.refusal);
}
