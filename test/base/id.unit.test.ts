import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newRecordIdentifier } from '../../src/base/id.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';

const at = (iso: string) => newRecordIdentifier({ now: () => new Date(iso) }, random);

test('identifiers of records are 24 letters and digits, and sort by time as bytes do', () => {
  const times = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z', '2026-01-01T00:01:02Z'];
  const later = ['2027-06-05T04:03:02Z', '2059-12-31T23:59:59Z', '2200-01-01T00:00:00Z'];
  const made = [...times, ...later].map(at);
  for (const one of made) assert.match(one, /^[A-Za-z0-9]{24}$/);
  assert.deepEqual(
    made.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    made,
  );
});

test('of one second they share the time and nothing else', () => {
  const [one, other] = [at('2026-01-01T00:00:00.001Z'), at('2026-01-01T00:00:00.999Z')];
  assert.equal(one.slice(0, 6), other.slice(0, 6));
  const same = [...one].slice(6).filter((letter, place) => letter === other[place + 6]);
  // With 62 letters and 18 places, nine that agree by chance come once in 10^12 runs.
  assert(same.length < 9, `${one} ${other}`);
});
