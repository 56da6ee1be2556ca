import { msat } from '../../base/amount.ts';
import {
  type CustomRecords,
  KEYSEND_PREIMAGE_RECORD,
  LND_RECEIVED_RECORD,
} from '../custom-records.ts';
import {
  type IncomingEvent,
  type IncomingPayment,
  type InvoiceSpec,
  type ListedInvoice,
  NodeFault,
  type NodeInvoiceState,
} from '../node-port.ts';
import {
  readListedInvoice,
  readSettledInvoice,
  type WireAmpSet,
  type WireSettledInvoice,
} from './wire.ts';
import { bytesToBase64, type WireObject } from './wire-fields.ts';

/**
 * Writes the lnrpc.Invoice that AddInvoice takes. An invoice with a description hash has no memo.
 */
export function addInvoiceRequest(spec: InvoiceSpec): WireObject {
  return {
    r_preimage: bytesToBase64(spec.preimage),
    value_msat: (spec.amountMsat ?? 0n).toString(),
    expiry: spec.expirySec.toString(),
    // With `private` set, LND adds hints for unannounced channels if the node cannot be reached
    // without them.
    private: true,
    ...(spec.purpose.kind === 'description'
      ? { memo: spec.purpose.text }
      : { description_hash: Buffer.from(spec.purpose.descriptionHash, 'hex').toString('base64') }),
  };
}

const INVOICE_STATES: ReadonlyMap<unknown, NodeInvoiceState> = new Map([
  ['OPEN', 'open'],
  ['ACCEPTED', 'accepted'],
  ['SETTLED', 'settled'],
  ['CANCELED', 'cancelled'],
]);

export function translateInvoiceState(name: unknown): NodeInvoiceState {
  const state = INVOICE_STATES.get(name);
  if (state === undefined) throw new NodeFault('LND told of an invoice state that we do not know');
  return state;
}

/**
 * Translates an invoice of LND's list. A listed invoice exists, so its state cannot be `not_found`.
 */
export function translateListed(message: WireObject): ListedInvoice {
  const invoice = readListedInvoice(message);
  const state = translateInvoiceState(invoice.state);
  if (state === 'not_found') throw new NodeFault('LND lists an invoice that it does not have');
  return {
    addIndex: invoice.addIndex,
    paymentHash: invoice.paymentHash,
    state,
    isReusable: invoice.isAmp,
    createdAt: invoice.createdAt,
    expiresAt: new Date(invoice.createdAt.getTime() + Number(invoice.expirySec) * 1000),
  };
}

/**
 * Reads the payments that settled an invoice from lnrpc.Invoice: one, or for AMP one for each
 * settled set. Empty when the invoice is not settled.
 */
export function translateReceipts(message: WireObject): IncomingPayment[] {
  if (message['state'] !== 'SETTLED') return [];
  const invoice = readSettledInvoice(message);
  if (invoice.isAmp) return invoice.ampSets.map((set) => receiptOfSet(invoice, set));
  if (invoice.paymentHash === '') throw new NodeFault('LND told of a settled invoice without hash');
  return [
    {
      settleIndex: invoice.settleIndex,
      paymentHash: invoice.paymentHash,
      setId: null,
      preimage: invoice.preimage === '' ? null : invoice.preimage,
      amountMsat: msat(invoice.amtPaidMsat),
      settledAt: invoice.settledAt,
      isKeysend: invoice.isKeysend,
      bolt11: invoice.paymentRequest,
      records: recordsOf(invoice, null),
    },
  ];
}

/**
 * Translates a message of SubscribeInvoices into an event. Null when the message tells of no new
 * settlement: the invoice was only added, or was settled by an LND so old that it did not count
 * settlements. A message about an AMP invoice repeats the sets of HTLCs that settled earlier; its
 * event is about the newest set.
 */
export function translateInvoiceEvent(message: WireObject): IncomingEvent | null {
  const payments = translateReceipts(message);
  const settleIndex = payments.reduce(
    (highest, { settleIndex }) => (settleIndex > highest ? settleIndex : highest),
    0n,
  );
  return settleIndex === 0n ? null : { kind: 'settled', settleIndex, payments };
}

function receiptOfSet(invoice: WireSettledInvoice, set: WireAmpSet): IncomingPayment {
  return {
    settleIndex: set.settleIndex,
    // AMP without an invoice has no payment hash. The set id takes its place, as it is also 32
    // random bytes.
    paymentHash: invoice.paymentHash === '' ? set.setId : invoice.paymentHash,
    setId: set.setId,
    preimage: null,
    amountMsat: msat(set.amtPaidMsat),
    settledAt: set.settledAt,
    isKeysend: invoice.paymentRequest === '',
    bolt11: invoice.paymentRequest,
    records: recordsOf(invoice, set.setId),
  };
}

/**
 * Collects the custom records of a payment. Each part carries records; if they differ, the first
 * part with a record counts.
 */
function recordsOf(invoice: WireSettledInvoice, setId: string | null): CustomRecords {
  const records = new Map<bigint, Uint8Array>();
  for (const htlc of invoice.htlcs) {
    if (htlc.state !== 'SETTLED' || htlc.setId !== setId) continue;
    for (const [type, value] of htlc.customRecords) {
      if (PROTOCOL_RECORDS.has(type) || records.has(type)) continue;
      records.set(type, value);
    }
  }
  return records;
}

const PROTOCOL_RECORDS: ReadonlySet<bigint> = new Set([
  KEYSEND_PREIMAGE_RECORD,
  LND_RECEIVED_RECORD,
]);
