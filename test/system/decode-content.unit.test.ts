import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { decodeContent } from '../../src/system/guarded-connector/decode-content.ts';

const TEXT = '{"a":"größe"}';
const MAX = 1000;

const decode = (bytes: Uint8Array, coding: string | string[] | undefined, max = MAX) => {
  const content = decodeContent(bytes, coding, max);
  return content instanceof Uint8Array ? Buffer.from(content).toString() : content;
};

describe('the content coding of an answer', () => {
  for (const [coding, bytes] of [
    [undefined, Buffer.from(TEXT)],
    ['', Buffer.from(TEXT)],
    ['identity', Buffer.from(TEXT)],
    [' Identity ', Buffer.from(TEXT)],
    ['gzip', gzipSync(TEXT)],
    ['GZIP', gzipSync(TEXT)],
    ['x-gzip', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['deflate', deflateRawSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    [['gzip'], gzipSync(TEXT)],
  ] as const) {
    test(`is undone: ${JSON.stringify(coding)}`, () => {
      assert.equal(decode(bytes, typeof coding === 'object' ? [...coding] : coding), TEXT);
    });
  }

  test('that is unknown, broken, or one of several cannot be undone', () => {
    assert.equal(decode(gzipSync(TEXT), 'zstd'), null);
    assert.equal(decode(gzipSync(TEXT), 'constructor'), null);
    assert.equal(decode(gzipSync(gzipSync(TEXT)), 'gzip, gzip'), null);
    assert.equal(decode(gzipSync(TEXT), ['gzip', 'br']), null);
    assert.equal(decode(gzipSync(TEXT).subarray(0, -4), 'gzip'), null);
    for (const coding of ['gzip', 'deflate', 'br']) {
      assert.equal(decode(Buffer.from(TEXT), coding), null, coding);
    }
  });

  test('hides no more than an answer may have', () => {
    const full = Buffer.alloc(MAX, ' ');
    const over = Buffer.alloc(MAX + 1, ' ');
    const bomb = Buffer.alloc(50_000_000);
    for (const [coding, compress] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ] as const) {
      assert.equal(decode(compress(full), coding), full.toString(), coding);
      assert.equal(decode(compress(over), coding), 'too_large', coding);
    }
    assert.equal(decode(gzipSync(bomb), 'gzip'), 'too_large');
  });
});
