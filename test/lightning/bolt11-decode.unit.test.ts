import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_BOLT11_LENGTH } from '../../src/base/limits.ts';
import type { Bolt11 } from '../../src/lightning/bolt11.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { encodeBolt11, LND_TAG_ORDER } from '../../src/lightning/bolt11-encode.ts';
import { writeFeatureBits } from '../../src/lightning/bolt11-features.ts';
import { MAX_CLTV_EXPIRY, MAX_EXPIRY_SEC } from '../../src/lightning/bolt11-fields.ts';
import { whyNotPayable } from '../../src/lightning/bolt11-payable.ts';
import type { Tag } from '../../src/lightning/bolt11-tags.ts';
import { bytesToWords, numberToWords, type Words } from '../../src/lightning/bolt11-words.ts';
import { publicKeyOf } from '../support/bolt11-arbitraries.ts';
import { putTogether, sign, signTags, tagsOf, takeApart } from '../support/raw-bolt11.ts';
import { SAMPLE, SAMPLE_KEY, sampleText } from '../support/sample-bolt11.ts';

const RAW = takeApart(sampleText());
const TAGS = tagsOf(RAW);
const OTHER_KEY = new Uint8Array(32).fill(9);

const tag = (name: string, words: Words): Tag => ({ name, words });
const hash = (byte: number): Words => bytesToWords(new Uint8Array(32).fill(byte));
const text = (value: string): Words => bytesToWords(Buffer.from(value));
const without = (name: string): Tag[] => TAGS.filter((candidate) => candidate.name !== name);
const signed = (...tags: readonly Tag[]): string => signTags(RAW, tags, SAMPLE_KEY);
const replaced = (name: string, words: Words): string => signed(...without(name), tag(name, words));
const withPrefix = (prefix: string): string => sign(prefix, RAW.words, SAMPLE_KEY);

/** One bit beyond the bytes is set: 52 words hold 260 bits, a hash 256. */
const badlyPadded = (words: Words): Words => [...words.slice(0, -1), (words.at(-1) ?? 0) | 1];

function decode(invoice: string): Bolt11 {
  const answer = decodeBolt11(invoice);
  assert.ok(answer.ok, answer.ok ? '' : answer.refusal.detail);
  return answer.value;
}

function detailOf(invoice: string): string {
  const answer = decodeBolt11(invoice);
  return answer.ok ? assert.fail('it was accepted') : answer.refusal.detail;
}

describe('a plain invoice', () => {
  it('is read whole', () => {
    const payee = publicKeyOf(SAMPLE_KEY);
    assert.deepEqual(decode(sampleText()), {
      ...SAMPLE,
      payee,
      unknownRequiredFeatureBits: [],
      brokenRule: null,
    });
  });

  it('has the defaults of BOLT 11 where it says nothing', () => {
    const { expirySec, minFinalCltvExpiry, featureBits, metadata, routeHints, fallbackAddresses } =
      decode(signed(...TAGS.filter(({ name }) => 'psd'.includes(name))));
    assert.deepEqual(
      { expirySec, minFinalCltvExpiry, featureBits, metadata, routeHints, fallbackAddresses },
      {
        expirySec: 3600,
        minFinalCltvExpiry: 18,
        featureBits: [],
        metadata: null,
        routeHints: [],
        fallbackAddresses: [],
      },
    );
  });

  it('may have an empty description', () => {
    assert.equal(decode(sampleText({ description: '' })).description, '');
  });
});

describe('amounts', () => {
  const amounts: readonly [prefix: string, amountMsat: bigint | null][] = [
    ['lnbc', null],
    ['lnbc1', 100_000_000_000n],
    ['lnbc21000000', 2_100_000_000_000_000_000n],
    ['lntb1m', 100_000_000n],
    ['lntbs1u', 100_000n],
    ['lnbcrt1n', 100n],
    ['lnbc10p', 1n],
    ['lnbc9007199254740993000p', 900_719_925_474_099_300n],
  ];
  for (const [prefix, amountMsat] of amounts) {
    it(`reads ${prefix}`, () => assert.equal(decode(withPrefix(prefix)).amountMsat, amountMsat));
  }

  const refused: readonly [prefix: string, reason: RegExp][] = [
    ['lnbc0', /not a whole number/],
    ['lnbc0m', /not a whole number/],
    ['lnbc01m', /not a whole number/],
    ['lnbc1.5m', /not a whole number/],
    ['lnbc-1m', /not a whole number/],
    ['lnbcm', /not a whole number/],
    ['lnbc1k', /not a whole number/],
    ['lnbc1mm', /not a whole number/],
    ['lnbc1p', /fraction of a millisatoshi/],
    ['lnbc15p', /fraction of a millisatoshi/],
    ['lnbc21000001', /above 21 million/],
    [`lnbc${'9'.repeat(300)}m`, /above 21 million/],
  ];
  for (const [prefix, reason] of refused) {
    it(`refuses ${prefix.slice(0, 20)}`, () => assert.match(detailOf(withPrefix(prefix)), reason));
  }

  for (const prefix of ['ln', 'lnsb', 'lnltc1m', 'lntbx', 'bc', 'xlnbc', 'lnb1']) {
    it(`refuses the network of ${prefix}`, () => {
      assert.match(detailOf(withPrefix(prefix)), /unknown network|not a whole number/);
    });
  }
});

describe('fields that must be there', () => {
  it('are payment hash and one of description and its hash', () => {
    assert.match(detailOf(signed(...without('p'))), /no payment hash/);
    assert.match(detailOf(signed(...without('d'))), /neither a description nor/);
    assert.match(detailOf(signed(...TAGS, tag('h', hash(1)))), /both a description and/);
  });
});

describe('fields to skip', () => {
  const skipped: readonly [what: string, tag: Tag][] = [
    ['an unknown field', tag('z', [1, 2, 3])],
    ['an empty unknown field', tag('q', [])],
    ['a payment hash of 51 words', tag('p', Array(51).fill(0))],
    ['a payment secret of 53 words', tag('s', Array(53).fill(31))],
    ['a description hash of 51 words', tag('h', Array(51).fill(0))],
    ['a payee of 52 words', tag('n', Array(52).fill(0))],
    ['a fallback of a version to come', tag('f', [19, 1, 2, 3])],
  ];
  for (const [what, extra] of skipped) {
    it(`are ${what}, wherever it stands`, () => {
      for (const text of [signed(extra, ...TAGS), signed(...TAGS, extra)]) {
        assert.deepEqual({ ...decode(text), brokenRule: null }, decode(sampleText()));
      }
    });
  }

  it('are repeated ones: the first good one counts', () => {
    const repeats = [
      tag('p', hash(1)),
      tag('s', hash(2)),
      tag('d', text('Another')),
      tag('x', [1]),
      tag('c', [1]),
      tag('9', [31]),
    ];
    assert.deepEqual(decode(signed(...TAGS, ...repeats)), decode(sampleText()));
    const other = decode(signed(tag('p', [1]), ...repeats, ...TAGS));
    assert.equal(other.paymentHash, '01'.repeat(32));
    assert.equal(other.description, 'Another');
    assert.deepEqual([other.expirySec, other.minFinalCltvExpiry], [1, 1]);
    assert.deepEqual(other.featureBits, [0, 1, 2, 3, 4]);
    assert.deepEqual(other.unknownRequiredFeatureBits, [0, 2, 4]);
  });
});

describe('what is shown and never paid', () => {
  const judge = (text: string) => whyNotPayable(decode(text));

  const lengths: readonly [name: string, words: number][] = [
    ['p', 51],
    ['p', 32],
    ['s', 53],
    ['s', 0],
    ['h', 50],
    ['n', 52],
  ];
  for (const [name, count] of lengths) {
    it(`is a field ${name} of ${count} words, wherever it stands`, () => {
      const extra = tag(name, Array(count).fill(0));
      for (const text of [signed(extra, ...TAGS), signed(...TAGS, extra)]) {
        assert.equal(judge(text)?.why, 'broken_rule');
        assert.match(judge(text)?.detail ?? '', new RegExp(`\\(${name}\\) has the wrong length`));
      }
    });
  }

  it('is a number or a list of features that begins with zeros', () => {
    for (const text of [
      replaced('x', [0, 1, 0]),
      replaced('x', [0]),
      signed(...TAGS, tag('c', [0, 18])),
      replaced('9', [0, 0, 16, 8]),
    ]) {
      assert.equal(judge(text)?.why, 'broken_rule');
      assert.match(judge(text)?.detail ?? '', /begins with zeros/);
    }
    assert.equal(judge(replaced('x', [])), null);
  });

  it('offers parts without payment secrets', () => {
    for (const bit of [16, 17]) {
      assert.match(judge(replaced('9', writeFeatureBits([bit])))?.detail ?? '', /in parts without/);
      for (const secret of [14, 15]) {
        assert.equal(judge(replaced('9', writeFeatureBits([secret, bit]))), null);
      }
    }
  });

  it('is an AMP invoice, whatever else it requires', () => {
    for (const bits of [
      [8, 14, 30],
      [8, 14, 17, 30, 100],
    ]) {
      const judged = judge(replaced('9', writeFeatureBits(bits)));
      assert.equal(judged?.why, 'amp_invoice');
      assert.match(judged.detail, /AMP invoice/);
    }
    assert.equal(judge(replaced('9', writeFeatureBits([8, 14, 17, 31]))), null);
  });
});

describe('malformed fields', () => {
  it('are those with bits after their bytes', () => {
    for (const name of ['p', 's', 'd']) {
      const own = TAGS.find((candidate) => candidate.name === name)?.words ?? [];
      assert.match(detailOf(replaced(name, badlyPadded(own))), /end with zero bits/, name);
    }
    assert.match(detailOf(signed(...TAGS, tag('m', [31]))), /end with zero bits/);
    assert.match(detailOf(signed(...TAGS, tag('m', [0, 0, 0]))), /end with zero bits/);
  });

  it('are descriptions that are not UTF-8', () => {
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]]) {
      const words = bytesToWords(Uint8Array.from(bytes));
      assert.match(detailOf(replaced('d', words)), /not UTF-8/);
    }
  });

  it('are numbers out of bounds', () => {
    assert.equal(decode(replaced('x', numberToWords(MAX_EXPIRY_SEC))).expirySec, MAX_EXPIRY_SEC);
    assert.match(detailOf(replaced('x', numberToWords(MAX_EXPIRY_SEC + 1))), /too far away/);
    assert.match(detailOf(replaced('x', Array(1023).fill(31))), /too far away/);
    const cltv = numberToWords(MAX_CLTV_EXPIRY);
    assert.equal(decode(replaced('c', cltv)).minFinalCltvExpiry, MAX_CLTV_EXPIRY);
    assert.match(detailOf(replaced('c', numberToWords(MAX_CLTV_EXPIRY + 1))), /too high/);
  });

  it('are not numbers with leading zeros', () => {
    assert.equal(decode(replaced('x', [0, 0, 0, 1])).expirySec, 1);
    assert.equal(decode(replaced('x', [])).expirySec, 0);
    assert.deepEqual(decode(replaced('9', [0, 0, 16, 8])).featureBits, [3, 9]);
  });

  it('are route hints of another length, or without a node', () => {
    const hop = (first: number, length: number): Words =>
      bytesToWords(Uint8Array.of(first, ...new Uint8Array(31), 1, ...new Uint8Array(length - 33)));
    assert.equal(decode(signed(...TAGS, tag('r', hop(2, 51)))).routeHints.length, 1);
    assert.match(detailOf(signed(...TAGS, tag('r', hop(2, 50)))), /wrong length/);
    assert.match(detailOf(signed(...TAGS, tag('r', []))), /wrong length/);
    assert.match(detailOf(signed(...TAGS, tag('r', hop(4, 51)))), /no public key/);
    const beyond = bytesToWords(new Uint8Array(51).fill(255));
    assert.match(detailOf(signed(...TAGS, tag('r', beyond))), /no public key/);
  });

  it('are fallback addresses of another length', () => {
    const fallback = (version: number, length: number): string =>
      signed(...TAGS, tag('f', [version, ...bytesToWords(new Uint8Array(length))]));
    const good: [number, number][] = [
      [0, 20],
      [0, 32],
      [1, 2],
      [16, 40],
      [17, 20],
      [18, 20],
    ];
    for (const [version, length] of good) {
      const programHex = '00'.repeat(length);
      const { fallbackAddresses } = decode(fallback(version, length));
      assert.deepEqual(fallbackAddresses, [{ version, programHex }]);
    }
    const bad: [number, number][] = [
      [0, 21],
      [0, 0],
      [1, 1],
      [16, 41],
      [17, 32],
      [18, 19],
    ];
    for (const [version, length] of bad) {
      assert.match(detailOf(fallback(version, length)), /wrong length/, `${version}, ${length}`);
    }
    assert.match(detailOf(signed(...TAGS, tag('f', []))), /empty/);
  });

  it('are those that run past the end', () => {
    const { prefix, words } = RAW;
    assert.match(detailOf(sign(prefix, words.slice(0, -1), SAMPLE_KEY)), /runs past/);
    assert.match(detailOf(sign(prefix, [...words, 0], SAMPLE_KEY)), /runs past/);
    assert.match(detailOf(sign(prefix, [...words, 0, 0], SAMPLE_KEY)), /runs past/);
    assert.match(detailOf(sign(prefix, words.slice(0, 7), SAMPLE_KEY)), /no payment hash/);
    assert.match(detailOf(putTogether({ ...RAW, words: words.slice(0, 6) })), /too short/);
  });
});

describe('signatures', () => {
  const named = takeApart(encodeBolt11(SAMPLE, SAMPLE_KEY, ['n', ...LND_TAG_ORDER]));
  const withRecoveryId = (raw: typeof RAW, id: number): string =>
    putTogether({ ...raw, signature: [...raw.signature.slice(0, -1), id] });

  it('name the payee, or are checked against the payee that is named', () => {
    const payee = publicKeyOf(SAMPLE_KEY);
    assert.equal(decode(putTogether(named)).payee, payee);
    assert.equal(decode(sign(RAW.prefix, RAW.words, OTHER_KEY)).payee, publicKeyOf(OTHER_KEY));
    const stolen = sign(named.prefix, named.words, OTHER_KEY);
    assert.match(detailOf(stolen), /not that of its payee/);
  });

  it('carry a recovery id from 0 to 3', () => {
    assert.match(detailOf(withRecoveryId(RAW, 4)), /no recovery id/);
    assert.match(detailOf(withRecoveryId(RAW, 31)), /no recovery id/);
    assert.match(detailOf(withRecoveryId(named, 4)), /no recovery id/);
  });

  it('out of range are bad, not a crash', () => {
    for (const word of [0, 31]) {
      const signature = [...Array(103).fill(word), 0];
      assert.match(detailOf(putTogether({ ...RAW, signature })), /not valid|no recovery id/);
      assert.match(detailOf(putTogether({ ...named, signature })), /payee|no recovery id/);
    }
  });

  it('need a payee that is a public key', () => {
    const nobody = bytesToWords(new Uint8Array(33).fill(5));
    assert.match(detailOf(signed(tag('n', nobody), ...TAGS)), /payee of the invoice is no public/);
  });
});

describe('the text', () => {
  it('has a bound', () => {
    const filler = (length: number): Tag[] => {
      const room = length - sampleText().length;
      const full = Math.floor(room / 1026);
      const tags = Array.from({ length: full }, () => tag('z', Array(1023).fill(0)));
      return [...tags, tag('z', Array(room - full * 1026 - 3).fill(0))];
    };
    const longest = signed(...TAGS, ...filler(MAX_BOLT11_LENGTH));
    assert.equal(longest.length, MAX_BOLT11_LENGTH);
    assert.deepEqual(decode(longest), decode(sampleText()));
    assert.match(detailOf(signed(...TAGS, ...filler(MAX_BOLT11_LENGTH + 1))), /too long/);
  });

  it('stands alone', () => {
    for (const around of ['lightning:%', ' %', '%\n', '%?amount=1', '%%']) {
      assert.match(detailOf(around.replaceAll('%', sampleText())), /not an invoice/);
    }
    assert.match(detailOf(''), /not an invoice/);
    assert.match(detailOf(sampleText().replace('k', '\u212a')), /not an invoice/, 'Kelvin sign');
  });
});
