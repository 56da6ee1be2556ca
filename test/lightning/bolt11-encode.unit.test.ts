import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { BugError } from '../../src/base/assert.ts';
import { MAX_DESCRIPTION_BYTES } from '../../src/base/limits.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import {
  encodeBolt11,
  LND_TAG_ORDER,
  type UnsignedBolt11,
} from '../../src/lightning/bolt11-encode.ts';
import { publicKeyOf } from '../support/bolt11-arbitraries.ts';
import { tagsOf, takeApart } from '../support/raw-bolt11.ts';
import { SAMPLE, SAMPLE_KEY, sampleText } from '../support/sample-bolt11.ts';

describe('what is written', () => {
  it('has the fields of LND in their order', () => {
    const names = tagsOf(takeApart(sampleText())).map(({ name }) => name);
    assert.deepEqual(names, ['p', 'd', 'c', 'x', 's', '9']);
    const hashed = sampleText({ description: null, descriptionHash: 'cc'.repeat(32) });
    assert.equal(tagsOf(takeApart(hashed))[1]?.name, 'h');
  });

  it('has the fields asked for, in the order asked for', () => {
    const text = encodeBolt11(SAMPLE, SAMPLE_KEY, ['9', 's', 'n', 'x', 'c', 'd', 'h', 'p']);
    const names = tagsOf(takeApart(text)).map(({ name }) => name);
    assert.deepEqual(names, ['9', 's', 'n', 'x', 'c', 'd', 'p']);
    assert.deepEqual(decodeBolt11(text), decodeBolt11(sampleText()));
  });

  const prefixes: readonly [amountMsat: bigint | null, prefix: string][] = [
    [null, 'lnbcrt'],
    [1n, 'lnbcrt10p'],
    [100n, 'lnbcrt1n'],
    [101n, 'lnbcrt1010p'],
    [1_000n, 'lnbcrt10n'],
    [100_000n, 'lnbcrt1u'],
    [250_000_000n, 'lnbcrt2500u'],
    [2_000_000_000n, 'lnbcrt20m'],
    [100_000_000_000n, 'lnbcrt1'],
    [2_100_000_000_000_000_000n, 'lnbcrt21000000'],
  ];
  for (const [amountMsat, prefix] of prefixes) {
    it(`begins with ${prefix}, the shortest form of its amount`, () => {
      const text = sampleText({ amountMsat: amountMsat === null ? null : msat(amountMsat) });
      assert.equal(takeApart(text).prefix, prefix);
    });
  }

  it('holds the longest description, by bytes', () => {
    const description = `${'é'.repeat(319)}x`;
    assert.equal(Buffer.byteLength(description), MAX_DESCRIPTION_BYTES);
    const answer = decodeBolt11(sampleText({ description }));
    assert.equal(answer.ok && answer.value.description, description);
    assert.throws(() => sampleText({ description: `${description}x` }), BugError);
  });

  it('says U+FFFD for half a character', () => {
    const answer = decodeBolt11(sampleText({ description: 'a\ud800b' }));
    assert.equal(answer.ok && answer.value.description, 'a\ufffdb');
  });

  it('is the same every time', () => {
    assert.equal(sampleText(), sampleText());
  });
});

describe('what does not fit an invoice is a bug of the caller', () => {
  const hop = {
    pubkey: publicKeyOf(SAMPLE_KEY),
    shortChannelId: 1n,
    feeBaseMsat: 0,
    feeProportionalMillionths: 0,
    cltvExpiryDelta: 0,
  };
  const unfit: readonly [what: string, change: Partial<UnsignedBolt11>][] = [
    ['no amount at all', { amountMsat: msat(0n) }],
    ['a negative amount', { amountMsat: msat(-1n) }],
    ['more than there is', { amountMsat: msat(2_100_000_000_000_000_001n) }],
    ['a short payment hash', { paymentHash: 'aa'.repeat(31) }],
    ['a payment secret that is no hex', { paymentSecret: 'zz'.repeat(32) }],
    ['description and hash', { descriptionHash: 'cc'.repeat(32) }],
    ['neither description nor hash', { description: null }],
    ['a time before 1970', { timestampSec: -1 }],
    ['a time beyond 35 bits', { timestampSec: 2 ** 35 }],
    ['half a second', { timestampSec: 0.5 }],
    ['an endless expiry', { expirySec: Number.POSITIVE_INFINITY }],
    ['a CLTV delta beyond 32 bits', { minFinalCltvExpiry: 2 ** 32 }],
    ['metadata too long', { metadata: '00'.repeat(640) }],
    ['a feature bit below 0', { featureBits: [-1] }],
    ['a route hint without hops', { routeHints: [[]] }],
    ['a hop without a key', { routeHints: [[{ ...hop, pubkey: '00'.repeat(33) }]] }],
    ['a channel beyond 64 bits', { routeHints: [[{ ...hop, shortChannelId: 2n ** 64n }]] }],
    ['a fee beyond 32 bits', { routeHints: [[{ ...hop, feeBaseMsat: 2 ** 32 }]] }],
    ['a delta beyond 16 bits', { routeHints: [[{ ...hop, cltvExpiryDelta: 2 ** 16 }]] }],
    ['more hops than a field holds', { routeHints: [Array(13).fill(hop)] }],
    ['more than a QR code holds', { routeHints: Array(8).fill(Array(12).fill(hop)) }],
    ['an address of no version', { fallbackAddresses: [{ version: 19, programHex: '0000' }] }],
    ['an address of no length', { fallbackAddresses: [{ version: 17, programHex: '00' }] }],
  ];
  for (const [what, change] of unfit) {
    it(what, () => assert.throws(() => sampleText(change), BugError));
  }

  it('a field that has a value and is not to be written', () => {
    for (const name of ['p', 's', 'd', 'c', 'x', '9']) {
      const order = LND_TAG_ORDER.filter((listed) => listed !== name);
      assert.throws(() => encodeBolt11(SAMPLE, SAMPLE_KEY, order), BugError, name);
    }
  });

  it('a key that is none', () => {
    assert.throws(() => encodeBolt11(SAMPLE, new Uint8Array(32)));
  });
});
