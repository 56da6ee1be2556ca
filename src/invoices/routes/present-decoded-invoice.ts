import { debitSat, satToNumber, ZERO_MSAT } from '../../base/amount.ts';
import type { Network, RouteHintHop } from '../../lightning/bolt11.ts';
import type { DecodedInvoice } from '../decode-invoice.ts';

/**
 * Presents a decoded invoice as JSON text, with the field names of the Wallet API. JSON text is
 * written directly because the amount may be too large for an exact JavaScript number.
 */
export function presentDecodedInvoice(decoded: DecodedInvoice): string {
  const { invoice, payeeAlias, routeHintAliases } = decoded;
  const amountMsat = invoice.amountMsat ?? ZERO_MSAT;
  return JSON.stringify({
    currency: CURRENCIES[invoice.network],
    created_at: invoice.timestampSec,
    expiry: invoice.expirySec,
    payee: invoice.payee,
    msatoshi: JSON.rawJSON(amountMsat.toString()),
    description: invoice.description ?? '',
    ...(invoice.descriptionHash === null ? {} : { description_hash: invoice.descriptionHash }),
    payment_hash: invoice.paymentHash,
    min_final_cltv_expiry: invoice.minFinalCltvExpiry,
    routes: invoice.routeHints.map((hops) => hops.map(presentHop)),
    // The amount that paying the invoice would debit, without fees.
    amount: satToNumber(debitSat(amountMsat)),
    payee_alias: payeeAlias ?? '',
    route_hint_aliases: routeHintAliases,
  });
}

/** The part of an invoice's prefix that names the network (BOLT 11). */
const CURRENCIES: Readonly<Record<Network, string>> = {
  bitcoin: 'bc',
  testnet: 'tb',
  signet: 'tbs',
  regtest: 'bcrt',
};

const presentHop = (hop: RouteHintHop) => ({
  pubkey: hop.pubkey,
  short_channel_id: shortChannelId(hop.shortChannelId),
  fee_base_msat: hop.feeBaseMsat,
  fee_proportional_millionths: hop.feeProportionalMillionths,
  cltv_expiry_delta: hop.cltvExpiryDelta,
});

/**
 * Writes the id of a channel (BOLT 7): block height, index of the transaction and of its output.
 */
const shortChannelId = (id: bigint): string =>
  [id >> 40n, (id >> 16n) & 0xffffffn, id & 0xffffn].join('x');
