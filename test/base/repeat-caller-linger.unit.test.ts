import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchCalls } from '../../src/base/batch-calls.ts';
import { createRepeatCallerLinger } from '../../src/base/batch-linger.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const PATIENCE_MS = 2;

/** Each list takes a millisecond. */
function openLists() {
  const clock = createVirtualClock();
  const sizes: number[] = [];
  const call = batchCalls<number, number>(
    { maxItems: 64, maxCalls: 1, linger: createRepeatCallerLinger(clock), defer: queueMicrotask },
    async (items) => {
      sizes.push(items.length);
      await clock.sleep(1);
      return items;
    },
  );
  const come = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => call(n)));
  return { clock, sizes, come };
}

/** The first of a crowd, and then the others, while the list of the first runs or waits. */
async function comeInTwo(lists: ReturnType<typeof openLists>, first: number, rest: number) {
  const early = lists.come(first);
  await lists.clock.flush();
  await lists.clock.until(Promise.all([early, lists.come(rest)]));
}

test('a crowd that was served in two lists is served in one the next time', async () => {
  const lists = openLists();
  await comeInTwo(lists, 4, 8);
  assert.deepEqual(lists.sizes, [4, 8]);
  await comeInTwo(lists, 4, 8);
  assert.deepEqual(lists.sizes, [4, 8, 12]);
});

test('who does not come again is waited for once, and not for long', async () => {
  const lists = openLists();
  await comeInTwo(lists, 4, 8);
  const fewer = lists.come(9);
  await lists.clock.flush();
  assert.deepEqual(lists.sizes, [4, 8], 'it waits for the others');
  await lists.clock.advance(PATIENCE_MS);
  assert.deepEqual(lists.sizes, [4, 8, 9]);
  await lists.clock.until(fewer);
  const again = lists.come(9);
  await lists.clock.flush();
  assert.deepEqual(lists.sizes, [4, 8, 9, 9]);
  await lists.clock.until(again);
});

test('those that come too late are not waited for the next time', async () => {
  const lists = openLists();
  await comeInTwo(lists, 4, 8);
  const early = lists.come(10);
  await lists.clock.advance(PATIENCE_MS);
  await lists.clock.until(Promise.all([early, lists.come(2)]));
  assert.deepEqual(lists.sizes, [4, 8, 10, 2]);
  const again = lists.come(10);
  await lists.clock.flush();
  assert.deepEqual(lists.sizes, [4, 8, 10, 2, 10]);
  await lists.clock.until(again);
});

test('a few callers never wait for each other', async () => {
  const lists = openLists();
  await comeInTwo(lists, 1, 6);
  const one = lists.come(1);
  await lists.clock.flush();
  assert.deepEqual(lists.sizes, [1, 6, 1]);
  await lists.clock.until(one);
});

test('a list that is long enough goes at once', async () => {
  const lists = openLists();
  await comeInTwo(lists, 30, 30);
  const some = lists.come(16);
  await lists.clock.flush();
  assert.deepEqual(lists.sizes, [30, 30, 16]);
  await lists.clock.until(some);
});

/** Callers who call again as soon as they have an answer, and how often. */
const keepCalling = async (lists: ReturnType<typeof openLists>, count: number, times: number) => {
  for (let n = 0; n < times; n += 1) await lists.come(count);
};

test('two halves that take turns become one crowd', async () => {
  const lists = openLists();
  const early = keepCalling(lists, 6, 4);
  await lists.clock.flush();
  await lists.clock.until(Promise.all([early, keepCalling(lists, 6, 4)]));
  assert.deepEqual(lists.sizes.slice(0, 3), [6, 12, 12]);
});

test('those who were answered and do not come again are waited for once', async () => {
  const lists = openLists();
  const first = lists.come(9);
  await lists.clock.flush();
  const second = lists.come(1);
  await lists.clock.until(first);
  assert.deepEqual(lists.sizes, [9], 'it waits for the others');
  await lists.clock.advance(PATIENCE_MS);
  assert.deepEqual(lists.sizes, [9, 1]);
  const third = lists.come(9);
  await lists.clock.until(second);
  await lists.clock.flush();
  assert.deepEqual(lists.sizes, [9, 1, 9]);
  await lists.clock.until(third);
});
