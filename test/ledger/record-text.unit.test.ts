import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { recordText } from '../../src/lightning/custom-records.ts';
import { checkProperty } from '../support/check-property.ts';

const textOf = (text: string, maxLength = 100): string | null =>
  recordText(Buffer.from(text), maxLength);

describe('the text of a record', () => {
  it('is its UTF-8', () => {
    assert.equal(textOf('Hällo 😀\n'), 'Hällo 😀\n');
    assert.equal(textOf(''), '');
    assert.equal(textOf('\ufeffmark'), '\ufeffmark');
  });

  it('has no NUL', () => {
    assert.equal(textOf('\u0000a\u0000b\u0000'), 'ab');
    assert.equal(textOf('\u0000\u0000\u0000abc', 3), 'abc', 'what is dropped does not count');
  });

  it('is cut, and never between the halves of a character', () => {
    assert.equal(textOf('abcdef', 6), 'abcdef');
    assert.equal(textOf('abcdef', 5), 'abcde');
    assert.equal(textOf('abc😀', 5), 'abc😀');
    assert.equal(textOf('abc😀', 4), 'abc');
    assert.equal(textOf('abc😀', 3), 'abc');
    assert.equal(textOf('😀', 1), '');
    assert.equal(textOf('abc', 0), '');
  });

  const broken: readonly [what: string, bytes: number[]][] = [
    ['a byte that begins nothing', [0x61, 0xff]],
    ['a character cut short', [0xe2, 0x82]],
    ['a longer form than needed', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['more than Unicode has', [0xf5, 0x80, 0x80, 0x80]],
  ];
  for (const [what, bytes] of broken) {
    it(`is none where the bytes hold ${what}`, () => {
      assert.equal(recordText(Uint8Array.from(bytes), 100), null);
    });
  }

  it('fits storage, whatever the bytes', () => {
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc.string({ unit: 'binary' }).map((text) => new Uint8Array(Buffer.from(text))),
    );
    checkProperty(
      fc.property(bytes, fc.nat({ max: 40 }), (record, maxLength) => {
        const text = recordText(record, maxLength);
        if (text === null) return;
        assert.ok(text.length <= maxLength && text.isWellFormed() && !text.includes('\u0000'));
      }),
      { numRuns: 300 },
    );
  });
});
