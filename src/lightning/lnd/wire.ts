import { bytesToHex } from '../../base/hex.ts';
import type { Outpoint } from '../bitcoin/transaction.ts';
import { parseChannelPoint } from '../channel-point.ts';
import type { ChannelPoint } from '../node-management.ts';
import { NodeFault } from '../node-port.ts';
import {
  bytesAsHexField,
  bytesField,
  flagField,
  hexField,
  int64Field,
  isWireObject,
  listField,
  objectField,
  recordsField,
  textField,
  timeField,
  uint32Field,
  type WireObject,
} from './wire-fields.ts';

/**
 * The parts of lnrpc/lightning.proto (LND 0.20 and 0.21) that the adapter reads. An enum in
 * protojson is a name, or a number when the server itself does not know the name.
 */

/** The fields of lnrpc.Payment that mean something in every state. */
export interface WirePayment {
  readonly paymentHash: string;
  readonly paymentIndex: bigint;
  readonly status: unknown;
}

export const readPayment = (message: WireObject): WirePayment => ({
  paymentHash: hexField(message, 'payment_hash', 32),
  paymentIndex: int64Field(message, 'payment_index'),
  status: message['status'],
});

/** The fields of lnrpc.Payment that mean something once the payment has succeeded. */
export interface WireSuccess {
  readonly preimage: string;
  readonly valueMsat: bigint;
  readonly feeMsat: bigint;
}

export const readSuccess = (message: WireObject): WireSuccess => ({
  preimage: hexField(message, 'payment_preimage', 32),
  valueMsat: int64Field(message, 'value_msat'),
  feeMsat: int64Field(message, 'fee_msat'),
});

/** The fields of lnrpc.Invoice that mean something in every state. */
export interface WireInvoice {
  readonly state: unknown;
  readonly valueMsat: bigint;
  readonly paymentRequest: string;
}

export const readInvoice = (message: WireObject): WireInvoice => ({
  state: message['state'],
  valueMsat: int64Field(message, 'value_msat'),
  paymentRequest: textField(message, 'payment_request'),
});

/** The fields of lnrpc.Invoice that are read from a list of invoices in any state. */
export interface WireListedInvoice {
  /** The payment hash in hex; empty where LND has none. */
  readonly paymentHash: string;
  readonly addIndex: bigint;
  readonly state: unknown;
  readonly isAmp: boolean;
  readonly createdAt: Date;
  readonly expirySec: bigint;
}

export const readListedInvoice = (message: WireObject): WireListedInvoice => ({
  paymentHash: bytesAsHexField(message, 'r_hash'),
  addIndex: int64Field(message, 'add_index'),
  state: message['state'],
  isAmp: flagField(message, 'is_amp'),
  createdAt: timeField(message, 'creation_date'),
  expirySec: int64Field(message, 'expiry'),
});

/**
 * The fields of lnrpc.Invoice that mean something once the invoice is settled. Hashes are in hex,
 * and empty where LND has none.
 */
export interface WireSettledInvoice {
  readonly paymentHash: string;
  readonly preimage: string;
  readonly paymentRequest: string;
  readonly settleIndex: bigint;
  readonly settledAt: Date;
  readonly amtPaidMsat: bigint;
  readonly isKeysend: boolean;
  readonly isAmp: boolean;
  readonly htlcs: readonly WireHtlc[];
  readonly ampSets: readonly WireAmpSet[];
}

export const readSettledInvoice = (message: WireObject): WireSettledInvoice => ({
  paymentHash: bytesAsHexField(message, 'r_hash'),
  preimage: bytesAsHexField(message, 'r_preimage'),
  paymentRequest: textField(message, 'payment_request'),
  settleIndex: int64Field(message, 'settle_index'),
  settledAt: timeField(message, 'settle_date'),
  amtPaidMsat: int64Field(message, 'amt_paid_msat'),
  isKeysend: flagField(message, 'is_keysend'),
  isAmp: flagField(message, 'is_amp'),
  htlcs: listField(message, 'htlcs').map(readHtlc),
  ampSets: readSettledSets(objectField(message, 'amp_invoice_state')),
});

/** An HTLC that pays an invoice (lnrpc.InvoiceHTLC). */
export interface WireHtlc {
  readonly state: unknown;
  readonly customRecords: ReadonlyMap<bigint, Uint8Array>;
  /** The set id of AMP in hex; null for other payments. */
  readonly setId: string | null;
}

const readHtlc = (htlc: WireObject): WireHtlc => ({
  state: htlc['state'],
  customRecords: recordsField(htlc, 'custom_records'),
  setId: isWireObject(htlc['amp']) ? bytesAsHexField(htlc['amp'], 'set_id') : null,
});

/** A settled set of an AMP invoice (lnrpc.AMPInvoiceState). */
export interface WireAmpSet {
  readonly setId: string;
  readonly settleIndex: bigint;
  readonly settledAt: Date;
  readonly amtPaidMsat: bigint;
}

/**
 * Reads the settled sets of an AMP invoice. Other sets are left out, because they have no time: LND
 * writes the year 1.
 */
function readSettledSets(sets: WireObject): WireAmpSet[] {
  return Object.keys(sets).flatMap((setId) => {
    const set = objectField(sets, setId);
    if (set['state'] !== 'SETTLED') return [];
    return {
      setId,
      settleIndex: int64Field(set, 'settle_index'),
      settledAt: timeField(set, 'settle_time'),
      amtPaidMsat: int64Field(set, 'amt_paid_msat'),
    };
  });
}

/** Reads a channel point that LND writes as text, `txid:index`. */
export function channelPointField(source: WireObject, name: string): ChannelPoint {
  const point = parseChannelPoint(textField(source, name));
  if (point !== null) return point;
  throw new NodeFault(`LND's answer is not understood: field ${name} is not a channel point`);
}

export const readChannelPoint = (message: WireObject): ChannelPoint => ({
  txid: hashField(message, 'funding_txid_bytes'),
  outputIndex: uint32Field(message, 'output_index'),
});

export const readOutpoint = (message: WireObject): Outpoint => ({
  txid: hexField(message, 'txid_str', 32),
  index: uint32Field(message, 'output_index'),
});

/**
 * Reads the hash of a transaction or block, and reverses its bytes into the order that block
 * explorers show.
 */
export function hashField(source: WireObject, name: string): string {
  const bytes = bytesField(source, name);
  if (bytes.length === 32) return bytesToHex(bytes.toReversed());
  throw new NodeFault(`LND's answer is not understood: field ${name} is not a hash`);
}
