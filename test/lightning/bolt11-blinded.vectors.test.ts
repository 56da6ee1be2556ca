import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hexToBytes } from '../../src/base/hex.ts';
import type { Bolt11 } from '../../src/lightning/bolt11.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { encodeBolt11 } from '../../src/lightning/bolt11-encode.ts';
import { whyNotPayable } from '../../src/lightning/bolt11-payable.ts';
import { bytesToWords } from '../../src/lightning/bolt11-words.ts';
import { signTags, tagsOf, takeApart } from '../support/raw-bolt11.ts';
import { SAMPLE, SAMPLE_KEY, sampleText } from '../support/sample-bolt11.ts';
import vectors from '../vectors/bolt11-blinded.json' with { type: 'json' };

function decode(text: string): Bolt11 {
  const answer = decodeBolt11(text);
  assert.ok(answer.ok, answer.ok ? '' : answer.refusal.detail);
  return answer.value;
}

describe('the example of bLIP 39', () => {
  const PATHS = [
    {
      feeBaseMsat: 40,
      feeProportionalMillionths: 20,
      cltvExpiryDelta: 130,
      htlcMinimumMsat: 2n,
      htlcMaximumMsat: 100n,
      features: '',
      blindingPoint: '03f3311e948feb5115242c4e396c81c448ab7ee5fd24c4e24e66c73533cc4f98b8',
      hops: [
        {
          pubkey: '03a8c97ed5cd40d474e4ef18c899854b25e5070106504cb225e6d2c112d61a805e',
          encryptedData: '0102030405',
        },
        {
          pubkey: '0220293926219d8efe733336e2b674570dd96aa763acb3564e6e367b384d861a0a',
          encryptedData: '0504030201',
        },
        {
          pubkey: '02c75eb336a038294eaaf760158b2e851c3c0937262e35401ae64a1bee71a2e40c',
          encryptedData: '0102030405060708090a0b0c0d0e',
        },
      ],
    },
    {
      feeBaseMsat: 4,
      feeProportionalMillionths: 2,
      cltvExpiryDelta: 10,
      htlcMinimumMsat: 0n,
      htlcMaximumMsat: 10n,
      features: '',
      blindingPoint: '02c75eb336a038294eaaf760158b2e851c3c0937262e35401ae64a1bee71a2e40c',
      hops: [
        {
          pubkey: '0220293926219d8efe733336e2b674570dd96aa763acb3564e6e367b384d861a0a',
          encryptedData: '0102030405',
        },
      ],
    },
  ];

  it('is read whole, has no payment secret, and may be paid', () => {
    const invoice = decode(vectors.blip39);
    assert.deepEqual(invoice.blindedPaths, PATHS);
    assert.equal(invoice.paymentSecret, null);
    assert.equal(invoice.amountMsat, 2_000_000_000n);
    assert.equal(whyNotPayable(invoice), null);
  });

  it('is written byte for byte', () => {
    const key = hexToBytes(vectors.blip39_private_key, 32);
    assert.ok(key);
    const written = encodeBolt11(decode(vectors.blip39), key, ['p', 'd', '5']);
    assert.equal(written, vectors.blip39);
  });
});

describe('an invoice as `lncli addinvoice --blind` makes it', () => {
  it('of two hops, feature 263 and no payment secret is read', () => {
    const invoice = decode(vectors.lnd_mainnet);
    assert.equal(invoice.amountMsat, 1_000_000n);
    assert.deepEqual(invoice.unknownRequiredFeatureBits, []);
    assert.ok(invoice.featureBits.includes(263));
    assert.deepEqual(
      invoice.blindedPaths.map(({ hops }) => hops.length),
      [2],
    );
    assert.equal(whyNotPayable(invoice), null);
    assert.equal(decode(vectors.lnd_regtest).network, 'regtest');
  });
});

const PATH = {
  feeBaseMsat: 1,
  feeProportionalMillionths: 2,
  cltvExpiryDelta: 3,
  htlcMinimumMsat: 4n,
  htlcMaximumMsat: 5n,
  features: '0200',
  blindingPoint: '02c75eb336a038294eaaf760158b2e851c3c0937262e35401ae64a1bee71a2e40c',
  hops: [
    {
      pubkey: '0220293926219d8efe733336e2b674570dd96aa763acb3564e6e367b384d861a0a',
      encryptedData: 'ab'.repeat(300),
    },
  ],
};
const BLINDED = { ...SAMPLE, paymentSecret: null, blindedPaths: [PATH] };

describe('a blinded path', () => {
  /** The bytes of the path begin here: numbers, features, blinding point, hops. */
  const bytes = Buffer.from(
    `${'00000001000000020003'}${'0000000000000004'}${'0000000000000005'}00020200` +
      `${PATH.blindingPoint}01${PATH.hops[0]?.pubkey}fd012c${'ab'.repeat(300)}`,
    'hex',
  );
  const text = encodeBolt11(BLINDED, SAMPLE_KEY);
  const withField = (field: Uint8Array, base = text): string => {
    const raw = takeApart(base);
    const others = tagsOf(raw).filter(({ name }) => name !== '5');
    return signTags(raw, [...others, { name: '5', words: bytesToWords(field) }], SAMPLE_KEY);
  };
  const detailOf = (invoice: string): string => {
    const answer = decodeBolt11(invoice);
    return answer.ok ? assert.fail('it was accepted') : answer.refusal.detail;
  };

  it('is read as it was written, with data that is longer than one byte can say', () => {
    assert.deepEqual(decode(text).blindedPaths, [PATH]);
    assert.deepEqual(decode(withField(bytes)).blindedPaths, [PATH]);
  });

  it('may stand beside others in one field', () => {
    const short = Buffer.concat([bytes.subarray(0, 97), Buffer.from('03abcdef', 'hex')]);
    const { blindedPaths } = decode(withField(Buffer.concat([short, short])));
    assert.deepEqual(
      blindedPaths.map(({ hops }) => hops[0]?.encryptedData),
      ['abcdef', 'abcdef'],
    );
  });

  const noPoint = Buffer.from(bytes).fill(7, 30, 63);
  const noHopPoint = Buffer.from(bytes).fill(7, 64, 97);
  const noHop = Buffer.concat([bytes.subarray(0, 63), Buffer.from([0])]);
  const longHand = Buffer.concat([bytes.subarray(0, 97), Buffer.from('fd0003abcdef', 'hex')]);
  const hugeSize = Buffer.concat([bytes.subarray(0, 97), Buffer.from('fe00000001ab', 'hex')]);
  for (const [what, field] of [
    ['nothing', Buffer.alloc(0)],
    ['a cut one', bytes.subarray(0, -1)],
    ['one cut after each of its numbers', bytes.subarray(0, 26)],
    ['one with something behind it', Buffer.concat([bytes, Buffer.from([1])])],
    ['one that is blinded by no public key', noPoint],
    ['one over no public key', noHopPoint],
    ['one without hops', noHop],
    ['a length in a longer form than it needs', longHand],
    ['a length beyond any field', hugeSize],
  ] as const) {
    it(`is refused if it is ${what}`, () => {
      assert.match(detailOf(withField(field)), /blinded path of the invoice is damaged/);
    });
  }

  it('is not found beside route hints', () => {
    const [hop, id] = [PATH.blindingPoint, 1n];
    const hint = { pubkey: hop, shortChannelId: id, feeBaseMsat: 0 };
    const hints = [[{ ...hint, feeProportionalMillionths: 0, cltvExpiryDelta: 1 }]];
    const both = withField(bytes, sampleText({ routeHints: hints }));
    assert.match(detailOf(both), /both route hints and blinded paths/);
  });

  it('may be a required feature', () => {
    const required = encodeBolt11({ ...BLINDED, featureBits: [262] }, SAMPLE_KEY);
    assert.equal(whyNotPayable(decode(required)), null);
  });
});
