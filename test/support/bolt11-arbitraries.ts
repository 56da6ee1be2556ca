import fc from 'fast-check';
import { isPrivate, pointFromScalar } from 'tiny-secp256k1';
import { msat } from '../../src/base/amount.ts';
import { assert } from '../../src/base/assert.ts';
import { bytesToHex } from '../../src/base/hex.ts';
import { MAX_DESCRIPTION_BYTES } from '../../src/base/limits.ts';
import type {
  BlindedHop,
  BlindedPath,
  FallbackAddress,
  Network,
  RouteHintHop,
} from '../../src/lightning/bolt11.ts';
import { LND_TAG_ORDER, type UnsignedBolt11 } from '../../src/lightning/bolt11-encode.ts';
import { MAX_CLTV_EXPIRY, MAX_EXPIRY_SEC } from '../../src/lightning/bolt11-fields.ts';
import { MAX_AMOUNT_MSAT } from '../../src/lightning/bolt11-prefix.ts';
import type { TagName } from '../../src/lightning/bolt11-tags.ts';

export const NETWORKS: readonly Network[] = ['bitcoin', 'testnet', 'signet', 'regtest'];

/** Draws invoices with anything that BOLT 11 can express. */
export const anyInvoice = (): fc.Arbitrary<UnsignedBolt11> =>
  invoiceOf(
    {
      amountMsat: amountUpTo(MAX_AMOUNT_MSAT),
      timestampSec: fc.nat({ max: 2 ** 35 - 1 }),
      expirySec: fc.nat({ max: MAX_EXPIRY_SEC }),
      minFinalCltvExpiry: fc.nat({ max: MAX_CLTV_EXPIRY }),
      fallbackAddresses: fc.array(fc.oneof(usualAddress(), futureAddress()), { maxLength: 3 }),
      featureBits: featureSet(fc.nat({ max: 600 }), []),
      cltvExpiryDelta: fc.nat({ max: 2 ** 16 - 1 }),
    },
    blindedWay(),
    oldWay(),
  );

/**
 * Draws invoices that other libraries can express too: amounts below 2^64 pico-BTC, no expiry or
 * CLTV delta of 0 (which `invoices` takes for absent), addresses and features of today, and the
 * feature of the payment secret.
 */
export const usualInvoice = (): fc.Arbitrary<UnsignedBolt11> =>
  invoiceOf({
    amountMsat: amountUpTo(2n ** 60n),
    timestampSec: fc.integer({ min: 2 ** 30, max: 2 ** 35 - 1 }),
    expirySec: fc.integer({ min: 1, max: 2 ** 32 }),
    minFinalCltvExpiry: fc.integer({ min: 1, max: 10_000 }),
    fallbackAddresses: fc.array(usualAddress(), { maxLength: 3 }),
    featureBits: featureSet(fc.constantFrom(16, 17, 48, 49, 99, 101, 255), [9, 14]),
    cltvExpiryDelta: fc.integer({ min: 1, max: 2 ** 16 - 1 }),
  });

export const privateKey = (): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength: 32, maxLength: 32 }).filter((bytes) => isPrivate(bytes));

export const publicKeyOf = (key: Uint8Array): string => {
  const point = pointFromScalar(key, true);
  assert(point !== null, 'a private key has a public key');
  return bytesToHex(point);
};

/** Draws the orders of fields that an encoder can be asked for, with and without `n`. */
export const tagOrder = (): fc.Arbitrary<TagName[]> => {
  const names: TagName[] = [...LND_TAG_ORDER, 'n'];
  return fc
    .tuple(fc.shuffledSubarray(names, { minLength: names.length }), fc.boolean())
    .map(([order, withPayee]) => order.filter((name) => withPayee || name !== 'n'));
};

interface Ranges {
  readonly amountMsat: fc.Arbitrary<bigint>;
  readonly timestampSec: fc.Arbitrary<number>;
  readonly expirySec: fc.Arbitrary<number>;
  readonly minFinalCltvExpiry: fc.Arbitrary<number>;
  readonly fallbackAddresses: fc.Arbitrary<FallbackAddress[]>;
  readonly featureBits: fc.Arbitrary<number[]>;
  readonly cltvExpiryDelta: fc.Arbitrary<number>;
}

const invoiceOf = (
  { cltvExpiryDelta, ...ranges }: Ranges,
  ...otherWays: readonly fc.Arbitrary<Way>[]
): fc.Arbitrary<UnsignedBolt11> =>
  fc
    .record({
      ...ranges,
      network: fc.constantFrom(...NETWORKS),
      amountMsat: fc.option(ranges.amountMsat.map(msat)),
      paymentHash: hexOf(32),
      purpose: fc.oneof(
        descriptionText().map((description) => ({ description, descriptionHash: null })),
        hexOf(32).map((descriptionHash) => ({ description: null, descriptionHash })),
      ),
      way: fc.oneof({ weight: 4, arbitrary: openWay(cltvExpiryDelta) }, ...otherWays),
      metadata: fc.option(hexBetween(1, 64)),
    })
    .map(({ purpose, way, ...invoice }) => ({ ...invoice, ...purpose, ...way }));

/** How a payment reaches the payee, and by what the payee recognises the payer. */
type Way = Pick<UnsignedBolt11, 'paymentSecret' | 'routeHints' | 'blindedPaths'>;

const openWay = (cltvExpiryDelta: fc.Arbitrary<number>): fc.Arbitrary<Way> =>
  fc.record({
    paymentSecret: hexOf(32),
    routeHints: fc.array(fc.array(hop(cltvExpiryDelta), { minLength: 1, maxLength: 3 }), {
      maxLength: 2,
    }),
    blindedPaths: fc.constant([]),
  });

const blindedWay = (): fc.Arbitrary<Way> =>
  fc.record({
    paymentSecret: fc.constant(null),
    routeHints: fc.constant([]),
    blindedPaths: fc.array(blindedPath(), { minLength: 1, maxLength: 3 }),
  });

/** Draws the fields of invoices from before 2021, without a payment secret. */
const oldWay = (): fc.Arbitrary<Way> =>
  fc.constant({ paymentSecret: null, routeHints: [], blindedPaths: [] });

const blindedPath = (): fc.Arbitrary<BlindedPath> =>
  fc.record(
    {
      feeBaseMsat: fc.nat({ max: 2 ** 32 - 1 }),
      feeProportionalMillionths: fc.nat({ max: 2 ** 32 - 1 }),
      cltvExpiryDelta: fc.nat({ max: 2 ** 16 - 1 }),
      htlcMinimumMsat: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      htlcMaximumMsat: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      features: hexBetween(0, 5),
      blindingPoint: privateKey().map(publicKeyOf),
      hops: fc.oneof(
        fc.array(blindedHop(60), { minLength: 1, maxLength: 5 }),
        fc.array(blindedHop(530), { minLength: 1, maxLength: 1 }),
      ),
    },
    { noNullPrototype: true },
  );

const blindedHop = (maxLength: number): fc.Arbitrary<BlindedHop> =>
  fc.record(
    { pubkey: privateKey().map(publicKeyOf), encryptedData: hexBetween(0, maxLength) },
    { noNullPrototype: true },
  );

/** Draws round amounts, such as people ask for, and any others. */
const amountUpTo = (max: bigint): fc.Arbitrary<bigint> =>
  fc.oneof(
    fc.bigInt({ min: 1n, max }),
    fc
      .tuple(fc.bigInt({ min: 1n, max: 999n }), fc.nat({ max: 18 }))
      .map(([digits, zeros]) => digits * 10n ** BigInt(zeros))
      .filter((amount) => amount <= max),
  );

const descriptionText = (): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.string({ unit: 'binary', maxLength: 160 }),
      fc.constantFrom('', '\u0000', '\ufefftext', 'é', '€', '😀'.repeat(159), 'a'.repeat(639)),
    )
    .filter((text) => Buffer.byteLength(text) <= MAX_DESCRIPTION_BYTES);

const hexOf = (length: number): fc.Arbitrary<string> => hexBetween(length, length);

const hexBetween = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.uint8Array({ minLength, maxLength }).map(bytesToHex);

const hop = (cltvExpiryDelta: fc.Arbitrary<number>): fc.Arbitrary<RouteHintHop> =>
  fc.record(
    {
      pubkey: privateKey().map(publicKeyOf),
      shortChannelId: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      feeBaseMsat: fc.nat({ max: 2 ** 32 - 1 }),
      feeProportionalMillionths: fc.nat({ max: 2 ** 32 - 1 }),
      cltvExpiryDelta,
    },
    { noNullPrototype: true },
  );

const address = (version: number, length: number): fc.Arbitrary<FallbackAddress> =>
  hexOf(length).map((programHex) => ({ version, programHex }));

const usualAddress = (): fc.Arbitrary<FallbackAddress> =>
  fc.oneof(address(17, 20), address(18, 20), address(0, 20), address(0, 32), address(1, 32));

const futureAddress = (): fc.Arbitrary<FallbackAddress> =>
  fc.tuple(fc.integer({ min: 1, max: 16 }), hexBetween(2, 40)).map(([version, programHex]) => ({
    version,
    programHex,
  }));

const featureSet = (bit: fc.Arbitrary<number>, always: readonly number[]): fc.Arbitrary<number[]> =>
  fc
    .uniqueArray(bit, { maxLength: 6 })
    .map((bits) => [...new Set([...always, ...bits])].sort((a, b) => a - b));
