import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bech32 } from '@scure/base';
import fc from 'fast-check';
import type { Bolt11 } from '../../src/lightning/bolt11.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { encodeBolt11, LND_TAG_ORDER } from '../../src/lightning/bolt11-encode.ts';
import { normalizeBolt11 } from '../../src/lightning/bolt11-prefix.ts';
import type { TagName } from '../../src/lightning/bolt11-tags.ts';
import { anyInvoice, privateKey, publicKeyOf, tagOrder } from '../support/bolt11-arbitraries.ts';
import { checkProperty } from '../support/check-property.ts';
import { putTogether, sign, signTags, tagsOf, takeApart } from '../support/raw-bolt11.ts';
import { SAMPLE, SAMPLE_KEY } from '../support/sample-bolt11.ts';

const KNOWN_FEATURES = [8, 14, 16, 24, 48, 262];
const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

const textOf = (): fc.Arbitrary<string> =>
  fc
    .tuple(anyInvoice(), privateKey(), tagOrder())
    .map(([invoice, key, order]) => encodeBolt11(invoice, key, order));

describe('round trip', () => {
  it('reads back what was written, in any order of fields', () => {
    checkProperty(
      fc.property(anyInvoice(), privateKey(), tagOrder(), (invoice, key, order) => {
        assert.deepEqual(decode(encodeBolt11(invoice, key, order)), {
          ...invoice,
          payee: publicKeyOf(key),
          brokenRule: null,
          unknownRequiredFeatureBits: invoice.featureBits.filter(
            (bit) => bit % 2 === 0 && !KNOWN_FEATURES.includes(bit),
          ),
        });
      }),
      { numRuns: 300 },
    );
  });

  it('is the same text again when what was read is written', () => {
    checkProperty(
      fc.property(anyInvoice(), privateKey(), (invoice, key) => {
        const text = encodeBolt11(invoice, key);
        assert.equal(encodeBolt11(decode(text), key, LND_TAG_ORDER), text);
      }),
    );
  });

  it('reads upper case alike, refuses mixed case, and normalizes both', () => {
    checkProperty(
      fc.property(textOf(), fc.nat(), (text, place) => {
        const upper = text.toUpperCase();
        assert.deepEqual(decodeBolt11(upper), decodeBolt11(text));
        assert.equal(normalizeBolt11(` Lightning:${upper}\n`), text);

        const at = place % text.length;
        const mixed = text.slice(0, at) + upper.slice(at);
        if (mixed === text || mixed === upper) return;
        assert.equal(decodeBolt11(mixed).ok, false);
        assert.equal(decodeBolt11(normalizeBolt11(mixed)).ok, false);
      }),
    );
  });
});

describe('damage', () => {
  it('of one to four characters is noticed', () => {
    const hit = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 31 }));
    checkProperty(
      fc.property(textOf(), fc.array(hit, { minLength: 1, maxLength: 4 }), (text, hits) => {
        const separator = text.lastIndexOf('1');
        const letters = [...text];
        for (const [place, shift] of hits) {
          const at = separator + 1 + (place % (text.length - separator - 1));
          letters[at] = ALPHABET[(ALPHABET.indexOf(text[at] ?? '') + shift) % 32] ?? '';
        }
        assert.equal(decodeBolt11(letters.join('')).ok, false);
      }),
      { numRuns: 300 },
    );
  });

  it('by cutting at either end is noticed', () => {
    checkProperty(
      fc.property(textOf(), fc.nat(), (text, place) => {
        const length = place % text.length;
        assert.equal(decodeBolt11(text.slice(0, length)).ok, false);
        assert.equal(decodeBolt11(text.slice(text.length - length)).ok, false);
      }),
      { numRuns: 200 },
    );
  });

  it('in the known gap of bech32 (q before a last p) never keeps the payee', () => {
    // The checksum of a text that ends in p holds for any number of q before that p.
    const endsInP = textOf().filter((text) => text.endsWith('p'));
    checkProperty(
      fc.property(endsInP, fc.integer({ min: 1, max: 40 }), (text, count) => {
        const stretched = `${text.slice(0, -1)}${'q'.repeat(count)}p`;
        assert.ok(bech32.decodeUnsafe(stretched, false), 'the checksum does not notice');
        const answer = decodeBolt11(stretched);
        assert.ok(!answer.ok || answer.value.payee !== decode(text).payee);
      }),
      { numRuns: 20 },
    );
  });
});

describe('forgery', () => {
  it('of any word, with a right checksum, never keeps the payee', () => {
    const forged = fc.tuple(anyInvoice(), privateKey(), tagOrder(), fc.nat(), wordChange());
    checkProperty(
      fc.property(forged, ([invoice, key, order, place, change]) => {
        const text = encodeBolt11(invoice, key, order);
        const raw = takeApart(text);
        const all = [...raw.words, ...raw.signature];
        const at = place % all.length;
        const word = ((all[at] ?? 0) + change) % 32;
        const answer = decodeBolt11(bech32.encode(raw.prefix, all.with(at, word), false));
        // Nothing is recovered where the payee is named: the id is no part of what is signed.
        const isOtherRecoveryId = at === all.length - 1 && word < 4;
        if (order.includes('n') && isOtherRecoveryId) assert.deepEqual(answer, decodeBolt11(text));
        else assert.ok(!answer.ok || answer.value.payee !== publicKeyOf(key));
      }),
      { numRuns: 300 },
    );
  });

  /*
   * BOLT 11 has a reader check the signature against a payee that is named ("n") instead of
   * recovering one. The recovery id is no part of that signature, so any from 0 to 3 is read.
   */
  it('of the recovery id keeps the payee where it is named, and only there', () => {
    const ids = [0, 1, 2, 3];
    const readAll = (order: TagName[]) => {
      const raw = takeApart(encodeBolt11(SAMPLE, SAMPLE_KEY, order));
      const own = raw.signature.at(-1) ?? 0;
      const texts = ids.map((id) => putTogether({ ...raw, signature: raw.signature.with(-1, id) }));
      return { own, answers: texts.map(decodeBolt11) };
    };
    const named = readAll(['n', ...LND_TAG_ORDER]);
    for (const answer of named.answers) assert.deepEqual(answer, named.answers[named.own]);
    const recovered = readAll([...LND_TAG_ORDER]);
    const keeping = ids.filter((id) => {
      const answer = recovered.answers[id];
      return answer?.ok && answer.value.payee === publicKeyOf(SAMPLE_KEY);
    });
    assert.deepEqual(keeping, [recovered.own]);
  });

  it('of the amount never keeps the payee', () => {
    checkProperty(
      fc.property(anyInvoice(), privateKey(), (invoice, key) => {
        const raw = takeApart(encodeBolt11(invoice, key));
        const prefix = raw.prefix === 'lnbc20m' ? 'lnbc21m' : 'lnbc20m';
        const answer = decodeBolt11(putTogether({ ...raw, prefix }));
        assert.ok(!answer.ok || answer.value.payee !== publicKeyOf(key));
      }),
    );
  });
});

describe('any text', () => {
  const isAnswer = (text: string): void => {
    const answer = decodeBolt11(text);
    if (!answer.ok) assert.match(answer.refusal.detail, /^[A-Z].*\.$/);
  };

  it('gets an answer', () => {
    checkProperty(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), isAnswer));
    const beginnings = fc.constantFrom('ln', 'lnbc', 'lntb1', 'lnbcrt20u1', 'LNBC1', 'lnbc1p');
    checkProperty(fc.property(beginnings, fc.string(), (start, rest) => isAnswer(start + rest)));
  });

  it('of bech32 gets an answer, whatever its words', () => {
    const word = fc.nat({ max: 31 });
    const prefixes = fc.oneof(
      fc.constantFrom('lnbc', 'lntbs1n', 'lnbcrt10p'),
      fc.stringMatching(/^ln[a-z0-9]{0,9}$/),
    );
    checkProperty(
      fc.property(prefixes, fc.array(word, { maxLength: 400 }), (prefix, words) =>
        isAnswer(bech32.encode(prefix, words, false)),
      ),
      { numRuns: 300 },
    );
  });

  it('that is signed gets an answer, whatever its fields', () => {
    const letter = fc.constantFrom(...'pshdmncxfr59qzyt');
    const words = fc
      .oneof(fc.constantFrom(0, 1, 13, 52, 53, 82), fc.nat({ max: 90 }))
      .chain((length) => fc.array(fc.nat({ max: 31 }), { minLength: length, maxLength: length }));
    const tags = fc.array(fc.record({ name: letter, words }), { maxLength: 12 });
    checkProperty(
      fc.property(anyInvoice(), privateKey(), tags, fc.nat(), (invoice, key, extra, place) => {
        const raw = takeApart(encodeBolt11(invoice, key));
        const own = tagsOf(raw);
        const at = place % (own.length + 1);
        const text = signTags(raw, [...own.slice(0, at), ...extra, ...own.slice(at)], key);
        isAnswer(text);
        isAnswer(sign(raw.prefix, raw.words.slice(0, place % raw.words.length), key));
      }),
      { numRuns: 300 },
    );
  });
});

const wordChange = (): fc.Arbitrary<number> => fc.integer({ min: 1, max: 31 });

function decode(text: string): Bolt11 {
  const answer = decodeBolt11(text);
  assert.ok(answer.ok, answer.ok ? '' : `${answer.refusal.detail} ${text}`);
  return answer.value;
}
