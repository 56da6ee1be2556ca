import invoices from 'invoices';
import { signRecoverable } from 'tiny-secp256k1';
import { msat } from '../../src/base/amount.ts';
import { assert } from '../../src/base/assert.ts';
import { bytesToHex, hexToBytes } from '../../src/base/hex.ts';
import { accept, type Result, refuse } from '../../src/base/result.ts';
import type { RouteHintHop } from '../../src/lightning/bolt11.ts';
import type { UnsignedBolt11 } from '../../src/lightning/bolt11-encode.ts';
import { NETWORKS, publicKeyOf } from './bolt11-arbitraries.ts';
import type { Bolt11Reading } from './bolt11-reading.ts';
import { addressOf } from './fallback-address.ts';

/** Reads an invoice by the package `invoices`, as a second opinion. */
export function readWithInvoices(text: string): Result<Bolt11Reading, string> {
  try {
    return accept(toReading(invoices.parsePaymentRequest({ request: text })));
  } catch (error) {
    return refuse(String(error));
  }
}

function toReading(read: Description): Bolt11Reading {
  const network = NETWORKS.find((name) => name === read.network);
  assert(network !== undefined, 'the oracle knows what we asked');
  const createdMs = Date.parse(read.created_at);
  return {
    network,
    amountMsat:
      read.mtokens === undefined || read.mtokens === '0' ? null : msat(BigInt(read.mtokens)),
    timestampSec: createdMs / 1000,
    paymentHash: read.id,
    paymentSecret: read.payment ?? null,
    description: read.description ?? null,
    descriptionHash: read.description_hash ?? null,
    payee: read.destination,
    expirySec: (Date.parse(read.expires_at) - createdMs) / 1000,
    minFinalCltvExpiry: read.cltv_delta,
    blindedPaths: [],
    routeHints: (read.routes ?? []).map(hopsOf),
    metadata: read.metadata ?? null,
    addresses: read.chain_addresses ?? [],
    features: read.features.map(({ bit }) => bit).sort((a, b) => a - b),
  };
}

export function writeWithInvoices(invoice: UnsignedBolt11, privateKey: Uint8Array): string {
  const destination = publicKeyOf(privateKey);
  const { timestampSec, paymentSecret, description, descriptionHash, metadata, amountMsat } =
    invoice;
  const { hash, hrp, tags } = invoices.createUnsignedRequest({
    network: invoice.network,
    ...(amountMsat === null ? {} : { mtokens: amountMsat.toString() }),
    created_at: new Date(timestampSec * 1000).toISOString(),
    expires_at: new Date((timestampSec + invoice.expirySec) * 1000).toISOString(),
    id: invoice.paymentHash,
    ...(paymentSecret === null ? {} : { payment: paymentSecret }),
    ...(description === null ? {} : { description }),
    ...(descriptionHash === null ? {} : { description_hash: descriptionHash }),
    destination,
    cltv_delta: invoice.minFinalCltvExpiry,
    chain_addresses: invoice.fallbackAddresses.map((f) => addressOf(invoice.network, f)),
    routes: invoice.routeHints.map((hops) => routeOf(hops, destination)),
    features: invoice.featureBits.map((bit) => ({ bit })),
    ...(metadata === null ? {} : { metadata }),
  });
  const digest = hexToBytes(hash);
  assert(digest !== null, 'a hash is hex');
  const signature = bytesToHex(signRecoverable(digest, privateKey).signature);
  return invoices.createSignedRequest({ destination, hrp, signature, tags }).request;
}

type Description = ReturnType<typeof invoices.parsePaymentRequest>;
type Route = NonNullable<Description['routes']>[number];

/**
 * Reads a route hint. The package lists nodes, each with the channel that leads to it, while we
 * list channels with their source.
 */
function hopsOf(route: Route): RouteHintHop[] {
  return route.slice(1).map((edge, index) => ({
    pubkey: route[index]?.public_key ?? '',
    shortChannelId: channelNumber(edge.channel ?? ''),
    feeBaseMsat: Number(edge.base_fee_mtokens),
    feeProportionalMillionths: edge.fee_rate ?? 0,
    cltvExpiryDelta: edge.cltv_delta ?? 0,
  }));
}

function routeOf(hops: readonly RouteHintHop[], destination: string): Route {
  const edges = hops.map((hop, index) => ({
    public_key: hops[index + 1]?.pubkey ?? destination,
    channel: channelName(hop.shortChannelId),
    base_fee_mtokens: String(hop.feeBaseMsat),
    fee_rate: hop.feeProportionalMillionths,
    cltv_delta: hop.cltvExpiryDelta,
  }));
  return [{ public_key: hops[0]?.pubkey ?? '' }, ...edges];
}

/** Writes a channel id as people do: `block x transaction x output`. */
const channelName = (id: bigint): string =>
  `${id >> 40n}x${(id >> 16n) & 0xffffffn}x${id & 0xffffn}`;

function channelNumber(name: string): bigint {
  const [block = 0n, transaction = 0n, output = 0n] = name.split('x').map(BigInt);
  return (block << 40n) | (transaction << 16n) | output;
}
