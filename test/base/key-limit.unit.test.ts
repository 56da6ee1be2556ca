import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeyLimit } from '../../src/base/key-limit.ts';

test('each key has its share, and gets back what it gives', () => {
  const shares = createKeyLimit(2);
  assert.deepEqual([shares.take('a'), shares.take('a'), shares.take('a')], [true, true, false]);
  assert.equal(shares.take('b'), true);
  shares.give('a');
  assert.deepEqual([shares.take('a'), shares.take('a')], [true, false]);
});

test('what is given without having been taken enlarges no share', () => {
  const shares = createKeyLimit(1);
  shares.give('a');
  assert.deepEqual([shares.take('a'), shares.take('a')], [true, false]);
});
