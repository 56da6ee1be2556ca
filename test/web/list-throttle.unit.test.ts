import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIST_PARTS } from '../../src/web/limits.ts';
import { createListThrottle } from '../../src/web/rates/list-throttle.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

test('parts beyond a burst come at a rate, each user by themselves', async () => {
  const clock = createVirtualClock();
  const pace = createListThrottle(clock);
  let given = 0;
  const take = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      await pace('alice');
      given += 1;
    }
  };
  const beyond = 3 * LIST_PARTS.perSec;
  const all = take(LIST_PARTS.burst + beyond);
  await clock.flush();
  assert.equal(given, LIST_PARTS.burst);
  await pace('bob');
  await clock.advance(1000);
  assert(given <= LIST_PARTS.burst + LIST_PARTS.perSec, `${given} were given`);
  assert(given >= LIST_PARTS.burst + LIST_PARTS.perSec / 2, `${given} were given`);
  await clock.until(all);
  assert.equal(given, LIST_PARTS.burst + beyond);
  assert(clock.monotonicMs() > 0);
});
