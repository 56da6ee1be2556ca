import { featuresOf } from '../add-invoice.ts';
import type { AmpSet, HopHint, Invoice, InvoiceHtlc } from '../network-state.ts';
import { encodeRecords } from '../tlv.ts';
import type { Message } from './endpoint.ts';
import { presentFeatures } from './present-features.ts';

/**
 * Presents an invoice as lnrpc.Invoice, whose bytes are base64. An AMP invoice is shown as settled
 * as soon as one of its sets is, and its settle indexes are shown with the sets. An event about a
 * settled set shows only that set.
 */
export function presentInvoice(invoice: Invoice, setId: string | null = null): Message {
  const state = invoice.ampSets.size > 0 ? 'SETTLED' : invoice.state;
  const htlcs = invoice.htlcs.filter((htlc) => setId === null || htlc.amp?.setId === setId);
  const sets = [...invoice.ampSets].filter(([id]) => setId === null || id === setId);
  const isSpontaneousAmp = invoice.isAmp && invoice.paymentRequest === '';
  return {
    memo: invoice.memo,
    r_preimage: base64OfHex(invoice.preimage ?? ''),
    // LND derives the payment hash that it shows from the text or the preimage of the invoice. A
    // spontaneous AMP payment has neither, so its invoice shows no hash.
    r_hash: isSpontaneousAmp ? '' : base64OfHex(invoice.paymentHash),
    value: satText(invoice.valueMsat),
    value_msat: invoice.valueMsat.toString(),
    settled: state === 'SETTLED',
    creation_date: String(invoice.createdAtSec),
    settle_date: String(invoice.settledAtSec),
    payment_request: invoice.paymentRequest,
    description_hash: base64OfHex(invoice.descriptionHash),
    expiry: String(invoice.expirySec),
    fallback_addr: '',
    cltv_expiry: String(invoice.cltvExpiry),
    route_hints: invoice.routeHints.map(presentHint),
    private: invoice.routeHints.length > 0,
    add_index: String(invoice.addIndex),
    settle_index: String(invoice.settleIndex),
    amt_paid: invoice.amtPaidMsat.toString(),
    amt_paid_sat: satText(invoice.amtPaidMsat),
    amt_paid_msat: invoice.amtPaidMsat.toString(),
    state,
    htlcs: htlcs.map(presentHtlc),
    features: presentFeatures(featuresOf(invoice)),
    is_keysend: invoice.isKeysend,
    payment_addr: base64OfHex(invoice.paymentAddr),
    is_amp: invoice.isAmp,
    amp_invoice_state: Object.fromEntries(sets.map(([id, set]) => [id, presentAmpSet(set)])),
    is_blinded: invoice.isBlinded,
    blinded_path_config: null,
  };
}

const presentAmpSet = (set: AmpSet): Message => ({
  state: 'SETTLED',
  settle_index: String(set.settleIndex),
  settle_time: String(set.settledAtSec),
  amt_paid_msat: set.amtPaidMsat.toString(),
});

export const presentHint = (hint: HopHint): Message => ({
  hop_hints: [
    {
      node_id: hint.nodeId,
      chan_id: hint.chanId,
      fee_base_msat: Number(hint.feeBaseMsat),
      fee_proportional_millionths: hint.feeProportionalMillionths,
      cltv_expiry_delta: hint.cltvExpiryDelta,
    },
  ],
});

const presentHtlc = (htlc: InvoiceHtlc): Message => ({
  chan_id: htlc.chanId,
  htlc_index: String(htlc.htlcIndex),
  amt_msat: htlc.amtMsat.toString(),
  accept_height: htlc.acceptHeight,
  accept_time: String(htlc.acceptTimeSec),
  resolve_time: String(htlc.resolveTimeSec),
  expiry_height: htlc.expiryHeight,
  state: htlc.state,
  custom_records: presentRecords(htlc.customRecords),
  mpp_total_amt_msat: htlc.mppTotalAmtMsat.toString(),
  amp:
    htlc.amp === null
      ? null
      : {
          root_share: base64OfHex(htlc.amp.rootShare),
          set_id: base64OfHex(htlc.amp.setId),
          child_index: htlc.amp.childIndex,
          hash: base64OfHex(htlc.amp.hash),
          preimage: base64OfHex(htlc.amp.preimage),
        },
  // An LND without auxiliary channels repeats the custom records in `custom_channel_data`, as one
  // TLV stream.
  custom_channel_data: encodeRecords(htlc.customRecords).toString('base64'),
});

export const presentRecords = (records: Readonly<Record<string, string>>): Message =>
  Object.fromEntries(Object.entries(records).map(([type, hex]) => [type, base64OfHex(hex)]));

export const base64OfHex = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

/** Writes an amount in whole satoshis, rounded down as in LND. */
export const satText = (amountMsat: bigint): string => (amountMsat / 1000n).toString();
