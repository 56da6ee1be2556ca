import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIST_PART_LENGTH, LIST_PARTS } from '../../src/web/limits.ts';
import { createListThrottle } from '../../src/web/rate-limits/list-throttle.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const reading = new AbortController().signal;

test('parts beyond a burst come at a rate, each user by themselves', async () => {
  const clock = createVirtualClock();
  const pace = createListThrottle(clock);
  let given = 0;
  const take = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      await pace('alice', LIST_PART_LENGTH, reading);
      given += 1;
    }
  };
  const beyond = 3 * LIST_PARTS.perSec;
  const all = take(LIST_PARTS.burst + beyond);
  await clock.flush();
  assert.equal(given, LIST_PARTS.burst);
  await pace('bob', 1, reading);
  await clock.advance(1000);
  assert(given <= LIST_PARTS.burst + LIST_PARTS.perSec, `${given} were given`);
  assert(given >= LIST_PARTS.burst + LIST_PARTS.perSec / 2, `${given} were given`);
  await clock.until(all);
  assert.equal(given, LIST_PARTS.burst + beyond);
  assert(clock.monotonicMs() > 0);
});

test('a long part counts as several', async () => {
  const clock = createVirtualClock();
  const pace = createListThrottle(clock);
  for (let n = 0; n < LIST_PARTS.burst / 4; n += 1) {
    await pace('alice', 4 * LIST_PART_LENGTH, reading);
  }
  const next = pace('alice', 4 * LIST_PART_LENGTH, reading);
  await clock.until(next);
  assert(clock.monotonicMs() >= (1000 * 4) / LIST_PARTS.perSec);
});

test('nothing waits for a reader who has gone', async () => {
  const clock = createVirtualClock();
  const pace = createListThrottle(clock);
  await pace('alice', LIST_PARTS.burst * LIST_PART_LENGTH, reading);
  const connection = new AbortController();
  const next = pace('alice', 1, connection.signal);
  const gone = assert.rejects(next, { name: 'HungUpError' });
  connection.abort();
  await gone;
  assert.equal(clock.monotonicMs(), 0);
});
