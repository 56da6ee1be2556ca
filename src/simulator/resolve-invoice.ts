import { bytesToHex } from '../base/hex.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { sha256Hex } from './add-invoice.ts';
import { GRPC, type GrpcRefusal, unknownError } from './grpc-refusal.ts';
import { type Network, nowSec } from './network.ts';
import type { Invoice, SimNode } from './network-state.ts';

/**
 * Cancels an invoice. A held payment returns to its payer. Cancelling an invoice again is no error.
 */
export function cancelInvoice(
  network: Network,
  node: SimNode,
  paymentHash: string,
): Result<void, GrpcRefusal> {
  const invoice = node.invoices.byHash.get(paymentHash);
  if (invoice === undefined) return refuse(INVOICE_NOT_FOUND);
  if (invoice.state === 'CANCELED') return accept(undefined);
  if (invoice.state === 'SETTLED') return refuse(unknownError('invoice already settled'));
  network.commit({
    kind: 'invoice_cancelled',
    node: node.name,
    paymentHash,
    atSec: nowSec(network),
  });
  answerPayers(network, invoice);
  return accept(undefined);
}

/** Deletes a cancelled invoice for good. Its add index is not used again. */
export function deleteCanceledInvoice(
  network: Network,
  node: SimNode,
  paymentHash: string,
): Result<void, GrpcRefusal> {
  const invoice = node.invoices.byHash.get(paymentHash);
  if (invoice === undefined) return refuse(INVOICE_NOT_FOUND);
  if (invoice.state !== 'CANCELED') return refuse(unknownError('invoice not canceled'));
  network.commit({ kind: 'invoice_deleted', node: node.name, paymentHash });
  return accept(undefined);
}

/** Settles a hold invoice that holds a payment. Settling it again is no error. */
export function settleHoldInvoice(
  network: Network,
  node: SimNode,
  preimage: Uint8Array,
): Result<void, GrpcRefusal> {
  const paymentHash = sha256Hex(preimage);
  const invoice = node.invoices.byHash.get(paymentHash);
  if (invoice === undefined) return refuse(INVOICE_NOT_FOUND);
  switch (invoice.state) {
    case 'OPEN':
      return refuse(unknownError('invoice still open'));
    case 'CANCELED':
      return refuse(unknownError('invoice already canceled'));
    case 'SETTLED':
      return accept(undefined);
    case 'ACCEPTED':
      settleInvoice(network, node, invoice, bytesToHex(preimage));
      return accept(undefined);
  }
}

/** Settles an invoice: all held HTLCs are accepted, and their payers get the preimage. */
export function settleInvoice(
  network: Network,
  node: SimNode,
  invoice: Invoice,
  preimage: string,
): void {
  network.commit({
    kind: 'invoice_settled',
    node: node.name,
    paymentHash: invoice.paymentHash,
    preimage,
    atSec: nowSec(network),
  });
  answerPayers(network, invoice);
}

/** Settles one set of an AMP invoice, which stays open for other sets. */
export function settleAmpSet(
  network: Network,
  node: SimNode,
  invoice: Invoice,
  setId: string,
): void {
  network.commit({
    kind: 'amp_set_settled',
    node: node.name,
    paymentHash: invoice.paymentHash,
    setId,
    atSec: nowSec(network),
  });
  answerPayers(network, invoice);
}

const INVOICE_NOT_FOUND: GrpcRefusal = { code: GRPC.unknown, message: 'unable to locate invoice' };

/**
 * Answers all payers whose HTLC the invoice has decided, except for those who were answered before.
 */
export function answerPayers(network: Network, invoice: Invoice): void {
  for (const htlc of invoice.htlcs) {
    if (htlc.from === null || htlc.state === 'ACCEPTED') continue;
    if (htlc.state === 'SETTLED') {
      const preimage = htlc.amp?.preimage ?? invoice.preimage ?? '';
      network.wire.answer(network, htlc.from, { kind: 'settled', preimage });
    } else {
      network.wire.answer(network, htlc.from, {
        kind: 'failed',
        code: 'INCORRECT_OR_UNKNOWN_PAYMENT_DETAILS',
      });
    }
  }
}
