import { createHash } from 'node:crypto';
import { pointFromScalar } from 'tiny-secp256k1';
import { msat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import { DAY_SEC } from '../base/durations.ts';
import { bytesToHex, hexToBytes } from '../base/hex.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { BlindedPath } from '../lightning/bolt11.ts';
import { encodeBolt11 } from '../lightning/bolt11-encode.ts';
import { DEFAULT_MIN_FINAL_CLTV_EXPIRY } from '../lightning/bolt11-fields.ts';
import { goFloat } from './go-text.ts';
import { type GrpcRefusal, unknownError } from './grpc-refusal.ts';
import { endOf } from './liquidity.ts';
import { type Network, nowSec } from './network.ts';
import type { Channel, HopHint, Invoice, SimNode } from './network-state.ts';

export interface AddInvoice {
  readonly memo: string;
  readonly valueMsat: bigint;
  readonly descriptionHash: Uint8Array;
  readonly expirySec: bigint;
  readonly cltvExpiry: bigint;
  readonly withPrivateHints: boolean;
  readonly isBlinded?: boolean;
  readonly lock:
    | { readonly kind: 'preimage'; readonly preimage: Uint8Array }
    /** A hold invoice, which is settled later by someone who has the preimage. */
    | { readonly kind: 'hash'; readonly paymentHash: Uint8Array }
    /**
     * An AMP invoice, which may be paid any number of times. Its payment hash only identifies it,
     * as every payment has a hash of its own.
     */
    | { readonly kind: 'amp' };
}

const defaultExpirySec = (isAmp: boolean): number => (isAmp ? 30 * DAY_SEC : DAY_SEC);
const MAX_EXPIRY_SEC = 31_536_000n;
const DEFAULT_CLTV_EXPIRY = 80;
const MIN_CLTV_EXPIRY = 24n;
const MAX_CLTV_EXPIRY = 65_535n;
const MAX_MEMO_BYTES = 1024;
/** The greatest amount of an invoice: 100,000 BTC, as in LND. */
const MAX_VALUE_SAT = 10_000_000_000_000n;
const MAX_HOP_HINTS = 20;
/**
 * The features that LND sets in an invoice: TLV onion and payment secret are required, parts and
 * route blinding optional.
 */
const INVOICE_FEATURES = [8, 14, 17, 25];
const AMP_FEATURES = [8, 14, 30];

/**
 * The features of an invoice with blinded paths (bLIP 39), which requires route blinding in place
 * of the payment secret.
 */
const BLINDED_FEATURES = [8, 17, 25, 262];

/** The features that an invoice has. The invoice of a keysend has only that of the TLV onion. */
export function featuresOf(
  invoice: Pick<Invoice, 'isKeysend' | 'isAmp' | 'isBlinded'>,
): readonly number[] {
  if (invoice.isKeysend) return [8];
  if (invoice.isBlinded) return BLINDED_FEATURES;
  return invoice.isAmp ? AMP_FEATURES : INVOICE_FEATURES;
}

/** Adds an invoice like LND's AddInvoice, with the same rules and error texts. */
export function addInvoice(
  network: Network,
  node: SimNode,
  spec: AddInvoice,
): Result<Invoice, GrpcRefusal> {
  const problem = problemOf(spec);
  if (problem !== null) return refuse(unknownError(problem));
  const isAmp = spec.lock.kind === 'amp';
  const { paymentHash, preimage } = lockOf(network, spec);
  if (node.invoices.byHash.has(paymentHash)) {
    return refuse(unknownError('invoice with payment hash already exists'));
  }
  const routeHints = spec.withPrivateHints ? privateHints(network, node, spec.valueMsat) : [];
  const invoice = {
    paymentHash,
    preimage,
    memo: spec.memo,
    descriptionHash: bytesToHex(spec.descriptionHash),
    valueMsat: spec.valueMsat,
    createdAtSec: nowSec(network),
    expirySec: spec.expirySec > 0n ? Number(spec.expirySec) : defaultExpirySec(isAmp),
    cltvExpiry: spec.cltvExpiry > 0n ? Number(spec.cltvExpiry) : DEFAULT_CLTV_EXPIRY,
    paymentAddr: bytesToHex(network.random.bytes(32)),
    routeHints,
    isHold: spec.lock.kind === 'hash',
    isKeysend: false,
    isAmp,
    isBlinded: spec.isBlinded ?? false,
  };
  network.commit({
    kind: 'invoice_added',
    node: node.name,
    invoice: {
      ...invoice,
      addIndex: node.invoices.nextAddIndex,
      paymentRequest: signInvoice(network, node, invoice),
    },
  });
  const stored = node.invoices.byHash.get(paymentHash);
  assert(stored !== undefined, 'an added invoice is stored');
  return accept(stored);
}

function problemOf(spec: AddInvoice): string | null {
  const memoBytes = Buffer.byteLength(spec.memo);
  if (memoBytes > MAX_MEMO_BYTES) {
    return `memo too large: ${memoBytes} bytes (maxsize=${MAX_MEMO_BYTES})`;
  }
  const hashBytes = spec.descriptionHash.length;
  if (hashBytes > 0 && hashBytes !== 32) {
    return `description hash is ${hashBytes} bytes, must be 32`;
  }
  // LND computes in 64 bits, so a huge amount of satoshis wraps around before it is compared with
  // the maximum.
  const valueSat = BigInt.asUintN(64, spec.valueMsat) / 1000n;
  if (valueSat > MAX_VALUE_SAT) {
    const valueBtc = Number(valueSat) / 1e8;
    return `invoice amount ${valueBtc} BTC is too large, max is 100000 BTC`;
  }
  if (spec.expirySec > MAX_EXPIRY_SEC) {
    const seconds = goFloat(Number(spec.expirySec));
    return `expiry of ${seconds} seconds greater than max expiry of 3.1536e+07 seconds`;
  }
  if (spec.cltvExpiry > MAX_CLTV_EXPIRY) {
    return `CLTV delta of ${spec.cltvExpiry} is too large, max accepted is: ${MAX_CLTV_EXPIRY}`;
  }
  if (spec.cltvExpiry !== 0n && spec.cltvExpiry < MIN_CLTV_EXPIRY) {
    return `CLTV delta of ${spec.cltvExpiry} must be greater than minimum of ${MIN_CLTV_EXPIRY}`;
  }
  return null;
}

function lockOf(
  network: Network,
  spec: AddInvoice,
): { paymentHash: string; preimage: string | null } {
  if (spec.lock.kind === 'amp') {
    return { paymentHash: bytesToHex(network.random.bytes(32)), preimage: null };
  }
  if (spec.lock.kind === 'hash') {
    return { paymentHash: bytesToHex(spec.lock.paymentHash), preimage: null };
  }
  return {
    paymentHash: sha256Hex(spec.lock.preimage),
    preimage: bytesToHex(spec.lock.preimage),
  };
}

export const sha256Hex = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

type Signable = Pick<
  Invoice,
  | 'paymentHash'
  | 'memo'
  | 'descriptionHash'
  | 'valueMsat'
  | 'createdAtSec'
  | 'expirySec'
  | 'cltvExpiry'
  | 'paymentAddr'
  | 'routeHints'
  | 'isKeysend'
  | 'isAmp'
  | 'isBlinded'
>;

function signInvoice(network: Network, node: SimNode, invoice: Signable): string {
  const { isBlinded } = invoice;
  const nodeKey = hexToBytes(node.privateKeyHex, 32);
  assert(nodeKey !== null, 'a node has a key');
  const onceKey = network.random.bytes(32);
  const hasHash = invoice.descriptionHash !== '';
  return encodeBolt11(
    {
      network: 'regtest',
      amountMsat: invoice.valueMsat > 0n ? msat(invoice.valueMsat) : null,
      timestampSec: invoice.createdAtSec,
      paymentHash: invoice.paymentHash,
      paymentSecret: isBlinded ? null : invoice.paymentAddr,
      description: hasHash ? null : invoice.memo,
      descriptionHash: hasHash ? invoice.descriptionHash : null,
      expirySec: invoice.expirySec,
      minFinalCltvExpiry: isBlinded ? DEFAULT_MIN_FINAL_CLTV_EXPIRY : invoice.cltvExpiry,
      routeHints: invoice.routeHints.map((hint) => [
        {
          pubkey: hint.nodeId,
          shortChannelId: BigInt(hint.chanId),
          feeBaseMsat: Number(hint.feeBaseMsat),
          feeProportionalMillionths: hint.feeProportionalMillionths,
          cltvExpiryDelta: hint.cltvExpiryDelta,
        },
      ]),
      blindedPaths: isBlinded ? [blindedPath(node, invoice, onceKey)] : [],
      fallbackAddresses: [],
      featureBits: featuresOf(invoice),
      metadata: null,
    },
    // An invoice with a blinded path is signed with a one-time key, as the key of the node would
    // reveal the payee.
    isBlinded ? onceKey : nodeKey,
  );
}

/**
 * Makes the shortest possible blinded path, which begins at the payee. In place of encrypted data
 * for the payee, the path contains the plain payment address.
 */
function blindedPath(node: SimNode, invoice: Signable, onceKey: Uint8Array): BlindedPath {
  const blindingPoint = pointFromScalar(onceKey, true);
  assert(blindingPoint !== null, 'a private key has a public key');
  return {
    feeBaseMsat: 0,
    feeProportionalMillionths: 0,
    cltvExpiryDelta: invoice.cltvExpiry,
    htlcMinimumMsat: 1n,
    htlcMaximumMsat: MAX_VALUE_SAT * 1000n,
    features: '',
    blindingPoint: bytesToHex(blindingPoint),
    hops: [{ pubkey: node.pubkey, encryptedData: invoice.paymentAddr }],
  };
}

/**
 * Lists a node's unannounced channels whose peers are in the public graph, the largest inbound
 * capacity first.
 */
function privateHints(network: Network, node: SimNode, valueMsat: bigint): HopHint[] {
  const inboundMsat = (channel: Channel): bigint =>
    channel.balancesMsat[1 - endOf(channel, node.name)] ?? 0n;
  return [...network.state.channels.values()]
    .filter((channel) => !channel.isAnnounced && channel.ends.includes(node.name))
    .filter((channel) => inboundMsat(channel) >= valueMsat)
    .sort((a, b) => (inboundMsat(a) > inboundMsat(b) ? -1 : 1))
    .slice(0, MAX_HOP_HINTS)
    .flatMap((channel) => hintOf(network, node, channel));
}

function hintOf(network: Network, node: SimNode, channel: Channel): HopHint[] {
  const peerEnd = endOf(channel, node.name) === 0 ? 1 : 0;
  const peer = network.state.nodes.get(channel.ends[peerEnd]);
  if (peer === undefined || !isPublic(network, peer)) return [];
  const policy = channel.policies[peerEnd];
  return [
    {
      nodeId: peer.pubkey,
      chanId: channel.chanId,
      feeBaseMsat: policy.feeBaseMsat,
      feeProportionalMillionths: policy.feeProportionalMillionths,
      cltvExpiryDelta: policy.cltvDelta,
    },
  ];
}

/** Whether a node is in the public graph, because it has an announced channel. */
export function isPublic(network: Network, node: SimNode): boolean {
  for (const channel of network.state.channels.values()) {
    if (channel.isAnnounced && channel.ends.includes(node.name)) return true;
  }
  return false;
}
