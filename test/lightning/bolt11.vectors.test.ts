import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hexToBytes } from '../../src/base/hex.ts';
import type { Bolt11 } from '../../src/lightning/bolt11.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { encodeBolt11, LND_TAG_ORDER } from '../../src/lightning/bolt11-encode.ts';
import { whyNotPayable } from '../../src/lightning/bolt11-payable.ts';
import type { TagName } from '../../src/lightning/bolt11-tags.ts';
import { addressOf } from '../support/fallback-address.ts';
import { tagsOf, takeApart } from '../support/raw-bolt11.ts';
import vectors from '../vectors/bolt11.json' with { type: 'json' };

/**
 * The examples of BOLT 11, version of 2026-03-23 (a3772650): valid and invalid, as they stand
 * there. What the examples share is written in the standard beside them.
 */
const EXAMPLE_HASH = '0001020304050607080900010203040506070809000102030405060708090102';
const SECRET = '11'.repeat(32);
const EXAMPLE_TIME = 1496314658;

describe('valid examples of BOLT 11', () => {
  for (const example of vectors.valid) {
    it(example.name, () => {
      const invoice = decode(example.invoice);
      assert.equal(invoice.amountMsat?.toString() ?? null, example.amount_msat);
      assert.equal(invoice.description, example.description);
      assert.equal(invoice.descriptionHash, example.description_hash);
      assert.equal(invoice.expirySec, example.expiry_sec);
      assert.equal(invoice.payee, example.payee ?? vectors.payee);
      assert.equal(invoice.paymentSecret, SECRET);
      assert.deepEqual(invoice.unknownRequiredFeatureBits, []);

      const isOther = example.name.startsWith('pico');
      assert.equal(invoice.timestampSec, isOther ? 1572468703 : EXAMPLE_TIME);
      assert.equal(invoice.paymentHash, isOther ? PICO_HASH : EXAMPLE_HASH);
      assert.equal(invoice.network, example.name.startsWith('testnet') ? 'testnet' : 'bitcoin');
    });
  }
});

const PICO_HASH = '462264ede7e14047e9b249da94fefc47f41f7d02ee9b091815a5506bc8abf75f';

describe('details of the examples', () => {
  it('reads both hops of a route hint', () => {
    const [hint, ...rest] = decodeNamed('P2PKH fallback, two-hop route hint').routeHints;
    assert.deepEqual(rest, []);
    assert.deepEqual(hint, [
      {
        pubkey: '029e03a901b85534ff1e92c43c74431f7ce72046060fcf7a95c37e148f78c77255',
        shortChannelId: 0x0102030405060708n,
        feeBaseMsat: 1,
        feeProportionalMillionths: 20,
        cltvExpiryDelta: 3,
      },
      {
        pubkey: '039e03a901b85534ff1e92c43c74431f7ce72046060fcf7a95c37e148f78c77255',
        shortChannelId: 0x030405060708090an,
        feeBaseMsat: 2,
        feeProportionalMillionths: 30,
        cltvExpiryDelta: 4,
      },
    ]);
  });

  const addresses: readonly [name: string, address: string][] = [
    ['testnet, P2PKH fallback', 'mk2QpYatsKicvFVuTAQLBryyccRXMUaGHP'],
    ['P2PKH fallback, two-hop route hint', '1RustyRX2oai4EYYDpQGWvEL62BBGqN9T'],
    ['P2SH fallback', '3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX'],
    ['P2WPKH fallback', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['P2WSH fallback', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
    ['P2TR fallback', 'bc1pptdvg0d2nj99568qn6ssdy4cygnwuxgw2ukmnwgwz7jpqjz2kszse2s3lm'],
  ];
  for (const [name, address] of addresses) {
    it(`reads the address of "${name}"`, () => {
      const { network, fallbackAddresses } = decodeNamed(name);
      assert.deepEqual(
        fallbackAddresses.map((fallback) => addressOf(network, fallback)),
        [address],
      );
    });
  }

  it('reads features, metadata and final CLTV', () => {
    assert.deepEqual(decodeNamed('25m, features 8 14 99').featureBits, [8, 14, 99]);
    assert.deepEqual(decodeNamed('10m with payment metadata').featureBits, [8, 14, 48]);
    assert.equal(decodeNamed('10m with payment metadata').metadata, '01fafaf0');
    assert.equal(decodeNamed('2500u, expiry 60').minFinalCltvExpiry, 18);
    assert.equal(decodeNamed('pico amount, one week expiry, other hash').minFinalCltvExpiry, 10);
  });
});

describe('re-encoding', () => {
  // Our encoder writes no field that a reader must skip, and never a high S.
  const unwritable = ['with fields to ignore', 'recovery with high-S'];
  for (const example of vectors.valid.filter(({ name }) => !unwritable.includes(name))) {
    it(`writes "${example.name}" byte for byte`, () => {
      const text = encodeBolt11(decode(example.invoice), privateKey(), orderOf(example.invoice));
      assert.equal(text, example.invoice.toLowerCase());
    });
  }
});

/** To look at them is harmless, and people look up what they once paid. */
const NEVER_PAID: ReadonlySet<string> = new Set(['unknown even feature 100', 'no payment secret']);

describe('invalid examples of BOLT 11', () => {
  for (const example of vectors.invalid) {
    if (NEVER_PAID.has(example.name)) continue;
    it(`refuses "${example.name}"`, () => {
      const answer = decodeBolt11(example.invoice);
      assert.ok(!answer.ok);
      assert.equal(answer.refusal.kind, 'bad_bolt11');
      assert.match(answer.refusal.detail, REASONS.get(example.name) ?? assert.fail(example.name));
    });
  }

  it('shows "no payment secret", which is of an old kind, and never pays it', () => {
    const example = vectors.invalid.find(({ name }) => name === 'no payment secret');
    const invoice = decode(example?.invoice ?? '');
    assert.deepEqual([invoice.paymentSecret, invoice.blindedPaths], [null, []]);
    assert.equal(whyNotPayable(invoice)?.why, 'old_kind');
  });

  it('marks "unknown even feature 100" as not to be paid, and shows it', () => {
    const example = vectors.invalid.find(({ name }) => name === 'unknown even feature 100');
    const invoice = decode(example?.invoice ?? '');
    assert.deepEqual(invoice.unknownRequiredFeatureBits, [100]);
    assert.equal(invoice.description, 'coffee beans');
    assert.equal(whyNotPayable(invoice)?.why, 'unknown_feature');
  });
});

const REASONS: ReadonlyMap<string, RegExp> = new Map([
  ['bad checksum', /not an invoice/],
  ['no separator', /not an invoice/],
  ['mixed case', /not an invoice/],
  ['signature not recoverable', /signature .* is not valid/],
  ['too short', /too short/],
  ['bad multiplier', /known multiplier/],
  ['sub-millisatoshi amount', /fraction of a millisatoshi/],
  ['high-S signature with payee field', /not that of its payee/],
]);

function decode(text: string): Bolt11 {
  const answer = decodeBolt11(text);
  assert.ok(answer.ok, answer.ok ? '' : answer.refusal.detail);
  return answer.value;
}

function decodeNamed(name: string): Bolt11 {
  const example = vectors.valid.find((candidate) => candidate.name === name);
  assert.ok(example, name);
  return decode(example.invoice);
}

/** The order of fields in a text: it is part of what was signed. */
function orderOf(text: string): TagName[] {
  const known: readonly TagName[] = [...LND_TAG_ORDER, 'n'];
  return tagsOf(takeApart(text)).flatMap((tag) => known.filter((name) => name === tag.name));
}

function privateKey(): Uint8Array {
  const key = hexToBytes(vectors.private_key, 32);
  assert.ok(key);
  return key;
}
