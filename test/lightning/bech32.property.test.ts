import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bech32 } from '@scure/base';
import fc from 'fast-check';
import { readBech32 } from '../../src/lightning/bech32.ts';
import { checkProperty } from '../support/check-property.ts';

/** What the library reads, which has been checked against the vectors of BIP 173. */
function expected(text: string): object | null {
  const decoded = bech32.decodeUnsafe(text, false);
  return decoded ? { ...decoded } : null;
}

const character = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7l') },
    { weight: 2, arbitrary: fc.constantFrom(...'1b!~Qz \u007fK\u212a\u00e9') },
  );
const prefix = (): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'abz019!~'), minLength: 1, maxLength: 12 });
const words = (): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: 0, max: 31 }), { maxLength: 400 });

describe('reading bech32', () => {
  it('reads what the library writes, in either case', () => {
    checkProperty(
      fc.property(prefix(), words(), fc.boolean(), (human, data, isUpper) => {
        const text = bech32.encode(human, data, false);
        const read = readBech32(isUpper ? text.toUpperCase() : text);
        assert.deepEqual(read, { prefix: human, words: data });
      }),
      { numRuns: 300 },
    );
  });

  it('judges a text with a wrong character as the library does', () => {
    checkProperty(
      fc.property(prefix(), words(), fc.nat(), character(), (human, data, at, other) => {
        const text = bech32.encode(human, data, false);
        const place = at % text.length;
        const wrong = text.slice(0, place) + other + text.slice(place + 1);
        assert.deepEqual(readBech32(wrong), expected(wrong));
        if (wrong !== text) assert.notDeepEqual(readBech32(wrong), readBech32(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('judges any text as the library does', () => {
    checkProperty(
      fc.property(fc.string({ unit: character(), maxLength: 60 }), (text) => {
        assert.deepEqual(readBech32(text), expected(text));
      }),
      { numRuns: 1000 },
    );
    for (const text of ['', '1', 'a1', '1qqqqqq', 'a12uel5l', 'A12UEL5L', 'a12uEl5l', 'a1lqfn3a']) {
      assert.deepEqual(readBech32(text), expected(text), text);
    }
    assert.deepEqual(readBech32('A12UEL5L'), { prefix: 'a', words: [] });
  });
});
