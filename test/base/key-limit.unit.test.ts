import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeyLimit } from '../../src/base/key-limit.ts';

test('each key has its share, and gets back what it gives', () => {
  const shares = createKeyLimit(2);
  assert.deepEqual(
    [shares.acquire('a'), shares.acquire('a'), shares.acquire('a')],
    [true, true, false],
  );
  assert.equal(shares.acquire('b'), true);
  shares.release('a');
  assert.deepEqual([shares.acquire('a'), shares.acquire('a')], [true, false]);
});

test('what is given without having been taken enlarges no share', () => {
  const shares = createKeyLimit(1);
  shares.release('a');
  assert.deepEqual([shares.acquire('a'), shares.acquire('a')], [true, false]);
});
