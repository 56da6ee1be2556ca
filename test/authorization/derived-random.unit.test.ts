import assert from 'node:assert/strict';
import { test } from 'node:test';
import { derivedRandom } from '../../src/authorization/derived-random.ts';
import { bytesToHex } from '../../src/base/hex.ts';
import { systemRandom } from '../../src/system/system-random.ts';

const draw = (secret: Uint8Array, lengths: readonly number[]): readonly string[] => {
  const random = derivedRandom(secret);
  return lengths.map((length) => bytesToHex(random.bytes(length)));
};

test('the same secret draws the same, another one draws something else', () => {
  const [secret, other] = [systemRandom.bytes(32), systemRandom.bytes(32)];
  const lengths = [27, 54, 24, 86, 1];
  const drawn = draw(secret, lengths);
  assert.deepEqual(
    drawn.map((text) => text.length / 2),
    lengths,
  );
  assert.deepEqual(draw(secret, lengths), drawn);
  for (const [index, text] of draw(other, lengths.slice(0, 4)).entries()) {
    assert.notEqual(text, drawn[index]);
  }
});

test('nothing is drawn twice, and what was drawn does not begin what comes later', () => {
  const drawn = draw(
    systemRandom.bytes(32),
    Array.from({ length: 50 }, () => 32),
  );
  assert.equal(new Set(drawn).size, 50);
  const [first = '', longer = ''] = draw(new Uint8Array(32), [16, 32]);
  assert.ok(!longer.startsWith(first));
});

test('the bytes are those of RFC 5869, with the number of the draw as info', () => {
  // Computed from HMAC in Python: a repeat may come to a process of a later version.
  assert.deepEqual(draw(new Uint8Array(32).fill(1), [16, 16]), EXPECTED);
});

const EXPECTED: readonly string[] = [
  'af58569bc4c06395dcf964549ed0d8af',
  '2dbd08633724a16926b5b7448f1ac31c',
];
