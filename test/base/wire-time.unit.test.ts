import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoTime } from '../../src/base/wire-time.ts';

test('each moment has the text that Date gives it, however many come between', () => {
  for (let round = 0; round < 3; round += 1) {
    for (let ms = 0; ms < 200; ms += 1) {
      const time = new Date(1_700_000_000_000 + ms * 997);
      assert.equal(isoTime(time), time.toISOString());
      assert.equal(isoTime(new Date(time)), time.toISOString());
    }
  }
});

test('a date that is none is refused as Date does', () => {
  assert.throws(() => isoTime(new Date(Number.NaN)), RangeError);
});
