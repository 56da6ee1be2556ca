import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoize } from '../../src/base/memoize.ts';

test('makes a thing once, and anew what nobody has asked for long', () => {
  const made: string[] = [];
  const of = memoize((language: string, zone: string) => {
    made.push(`${language} ${zone}`);
    return { language, zone };
  });
  const first = of('en', 'UTC');
  const second = of('de', 'UTC');
  for (let place = 0; place < 2000; place += 1) {
    of('en', String(place));
    assert.equal(of('en', 'UTC'), first, 'in use all the time');
  }
  assert.equal(made.length, 2002);
  assert.notEqual(of('de', 'UTC'), second);
  assert.deepEqual(of('de', 'UTC'), second);
  assert.equal(made.length, 2003);
});
