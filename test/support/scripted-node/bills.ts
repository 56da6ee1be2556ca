import { type Msat, msat } from '../../../src/base/amount.ts';
import { assert } from '../../../src/base/assert.ts';
import type { Clock } from '../../../src/base/clock.ts';
import { bytesToHex } from '../../../src/base/hex.ts';
import type { Random } from '../../../src/base/random.ts';
import { decodeBolt11 } from '../../../src/lightning/bolt11-decode.ts';
import { encodeBolt11, type UnsignedBolt11 } from '../../../src/lightning/bolt11-encode.ts';
import { hashPreimage } from '../../../src/lightning/preimage.ts';

/** The properties of an invoice that a test wants. */
export interface CheckedInvoiceInput {
  /** The amount; null when the payer chooses it. */
  readonly amountMsat?: bigint | null;
  readonly memo?: string;
  readonly descriptionHash?: string;
  readonly expirySec?: number;
  readonly preimage?: Uint8Array;
  readonly network?: UnsignedBolt11['network'];
  readonly featureBits?: readonly number[];
  readonly routeHints?: UnsignedBolt11['routeHints'];
}

export interface Bill {
  readonly bolt11: string;
  readonly paymentHash: string;
  readonly preimage: string;
}

export const OWN_KEY = new Uint8Array(32).fill(0x11);
export const EXTERNAL_KEY = new Uint8Array(32).fill(0x22);

/** Writes a real, signed invoice of the node with this key. */
export function writeBill(
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  key: Uint8Array,
  input: CheckedInvoiceInput,
): Bill {
  const preimage = input.preimage ?? random.bytes(32);
  const paymentHash = hashPreimage(preimage);
  const description = input.descriptionHash === undefined ? (input.memo ?? 'a bill') : null;
  const fields: UnsignedBolt11 = {
    network: input.network ?? 'regtest',
    amountMsat: toAmount(input.amountMsat),
    timestampSec: Math.floor(clock.now().getTime() / 1000),
    paymentHash,
    paymentSecret: bytesToHex(random.bytes(32)),
    description,
    descriptionHash: input.descriptionHash ?? null,
    expirySec: input.expirySec ?? 3600,
    minFinalCltvExpiry: 80,
    routeHints: input.routeHints ?? [],
    fallbackAddresses: [],
    blindedPaths: [],
    featureBits: input.featureBits ?? [8, 14, 17],
    metadata: null,
  };
  return { bolt11: encodeBolt11(fields, key), paymentHash, preimage: bytesToHex(preimage) };
}

/** The public key of the node that signs with this key. */
export function pubkeyOf(key: Uint8Array): string {
  const random = { bytes: (length: number) => new Uint8Array(length) };
  const clock = { now: () => new Date(0), monotonicMs: () => 0, sleep: async () => undefined };
  const decoded = decodeBolt11(writeBill({ clock, random }, key, {}).bolt11);
  assert(decoded.ok, 'a bill can be read');
  return decoded.value.payee;
}

const DEFAULT_AMOUNT = msat(1_000_000n);

function toAmount(wished: bigint | null | undefined): Msat | null {
  if (wished === undefined) return DEFAULT_AMOUNT;
  return wished === null ? null : msat(wished);
}
