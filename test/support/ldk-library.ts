import { readFile } from 'node:fs/promises';
import {
  Bolt11Invoice,
  Currency,
  initializeWasmFromBinary,
  type RouteHintHop as LdkHop,
  Option_CVec_u8ZZ_Some,
  Option_u64Z_Some,
  type RawBolt11Invoice,
  Result_Bolt11InvoiceParseOrSemanticErrorZ_Err,
  Result_Bolt11InvoiceParseOrSemanticErrorZ_OK,
  Sha256,
} from 'lightningdevkit';
import { msat } from '../../src/base/amount.ts';
import { assert } from '../../src/base/assert.ts';
import { bytesToHex, hexToBytes } from '../../src/base/hex.ts';
import { accept, type Result, refuse } from '../../src/base/result.ts';
import { readUtf8 } from '../../src/base/utf8.ts';
import type { Network, RouteHintHop } from '../../src/lightning/bolt11.ts';
import type { Bolt11Reading } from './bolt11-reading.ts';

/** Loads LDK, compiled to WebAssembly, as a second opinion. Each process has to do this once. */
export async function loadLdk(): Promise<void> {
  const url = import.meta.resolve('lightningdevkit/liblightningjs.wasm');
  await initializeWasmFromBinary(await readFile(new URL(url)));
}

/**
 * Reads an invoice by LDK. LDK can compare a description hash but not show it, so the result has
 * `expectedHash` if that is the hash, and `other` if it is not.
 */
export function readWithLdk(
  text: string,
  expectedHash: string | null,
): Result<Bolt11Reading, string> {
  const answer = Bolt11Invoice.constructor_from_str(text);
  if (answer instanceof Result_Bolt11InvoiceParseOrSemanticErrorZ_Err) {
    return refuse(answer.err.to_str());
  }
  assert(answer instanceof Result_Bolt11InvoiceParseOrSemanticErrorZ_OK, 'LDK answers');
  const invoice = answer.res;
  const raw = invoice.into_signed_raw().raw_invoice();
  const network = NETWORKS.get(invoice.currency());
  if (network === undefined) return refuse('not one of our networks');
  const amount = invoice.amount_milli_satoshis();
  const metadata = invoice.payment_metadata();
  return accept({
    network,
    amountMsat: amount instanceof Option_u64Z_Some ? msat(amount.some) : null,
    timestampSec: Number(invoice.duration_since_epoch()),
    paymentHash: bytesToHex(invoice.payment_hash()),
    paymentSecret: bytesToHex(invoice.payment_secret()),
    description: descriptionOf(raw),
    descriptionHash: descriptionHashOf(raw, expectedHash),
    payee: bytesToHex(invoice.get_payee_pub_key()),
    expirySec: Number(invoice.expiry_time()),
    minFinalCltvExpiry: Number(invoice.min_final_cltv_expiry_delta()),
    blindedPaths: [],
    routeHints: invoice.route_hints().map((hint) => hint.get_a().map(hopOf)),
    metadata: metadata instanceof Option_CVec_u8ZZ_Some ? bytesToHex(metadata.some) : null,
    addresses: invoice.fallback_addresses(),
    features: featuresOf(invoice),
  });
}

/** Whether the bindings returned nothing, which they express as an object around a null pointer. */
const isNone = (value: { clone_ptr(): bigint }): boolean => value.clone_ptr() === 0n;

function descriptionOf(raw: RawBolt11Invoice): string | null {
  const description = raw.description();
  if (isNone(description)) return null;
  // The bytes are a length of two bytes, then UTF-8. Read as a string, the bindings would drop a
  // byte order mark.
  return readUtf8(description.into_inner().write().slice(2));
}

function descriptionHashOf(raw: RawBolt11Invoice, expected: string | null): string | null {
  const hash = raw.description_hash();
  if (isNone(hash)) return null;
  const bytes = hexToBytes(expected ?? '', 32);
  return bytes !== null && hash.eq(Sha256.constructor_from_bytes(bytes)) ? expected : 'other';
}

function featuresOf(invoice: Bolt11Invoice): number[] {
  const features = invoice.features();
  if (isNone(features)) return [];
  // The bytes are little-endian: bit 0 is the lowest bit of the first byte.
  return [...features.le_flags()].flatMap((byte, index) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte >> bit) & 1).map((bit) => index * 8 + bit),
  );
}

/** Reads a hop of a route hint. The bindings return unsigned numbers as signed ones. */
const hopOf = (hop: LdkHop): RouteHintHop => ({
  pubkey: bytesToHex(hop.get_src_node_id()),
  shortChannelId: BigInt.asUintN(64, hop.get_short_channel_id()),
  feeBaseMsat: hop.get_fees().get_base_msat() >>> 0,
  feeProportionalMillionths: hop.get_fees().get_proportional_millionths() >>> 0,
  cltvExpiryDelta: hop.get_cltv_expiry_delta() & 0xffff,
});

const NETWORKS: ReadonlyMap<Currency, Network> = new Map([
  [Currency.LDKCurrency_Bitcoin, 'bitcoin'],
  [Currency.LDKCurrency_BitcoinTestnet, 'testnet'],
  [Currency.LDKCurrency_Signet, 'signet'],
  [Currency.LDKCurrency_Regtest, 'regtest'],
]);
