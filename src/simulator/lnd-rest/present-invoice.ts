import { INVOICE_FEATURES } from '../add-invoice.ts';
import type { HopHint, Invoice, InvoiceHtlc } from '../network-state.ts';
import { encodeRecords } from '../tlv.ts';
import type { Message } from './endpoint.ts';
import { presentFeatures } from './present-features.ts';

/** lnrpc.Invoice; bytes are base64 here. */
export function presentInvoice(invoice: Invoice): Message {
  const isSettled = invoice.state === 'SETTLED';
  return {
    memo: invoice.memo,
    r_preimage: base64OfHex(invoice.preimage ?? ''),
    r_hash: base64OfHex(invoice.paymentHash),
    value: satText(invoice.valueMsat),
    value_msat: invoice.valueMsat.toString(),
    settled: isSettled,
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
    state: invoice.state,
    htlcs: invoice.htlcs.map(presentHtlc),
    features: presentFeatures(invoice.isKeysend ? [8] : INVOICE_FEATURES),
    is_keysend: invoice.isKeysend,
    payment_addr: base64OfHex(invoice.paymentAddr),
    is_amp: invoice.isAmp,
    amp_invoice_state: {},
    is_blinded: false,
    blinded_path_config: null,
  };
}

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
  // Without an auxiliary channel LND shows the records here again, as one TLV stream.
  custom_channel_data: encodeRecords(htlc.customRecords).toString('base64'),
});

export const presentRecords = (records: Readonly<Record<string, string>>): Message =>
  Object.fromEntries(Object.entries(records).map(([type, hex]) => [type, base64OfHex(hex)]));

export const base64OfHex = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

/** Whole satoshis, rounded down, as LND shows them. */
export const satText = (amountMsat: bigint): string => (amountMsat / 1000n).toString();
