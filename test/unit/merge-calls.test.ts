import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeCalls } from '../../src/base/merge-calls.ts';

interface Item {
  readonly user: string;
  readonly value: number;
}

const fairness = { keyOf: (item: Item) => item.user, maxItems: 2 };
const options = { maxItems: 4, maxCalls: 1, fairness };

test('what waits while a call runs goes together into the next call', async () => {
  const calls: number[][] = [];
  const call = mergeCalls<Item, number>(options, async (items) => {
    calls.push(items.map((item) => item.value));
    await Promise.resolve();
    return items.map((item) => item.value * 10);
  });
  const answers = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((value) => call({ user: `user-${value}`, value })),
  );
  assert.deepEqual(answers, [10, 20, 30, 40, 50, 60]);
  assert.deepEqual(calls, [[1], [2, 3, 4, 5], [6]]);
});

test('nobody fills a call alone, and the order of one user stays', async () => {
  const calls: string[][] = [];
  const call = mergeCalls<Item, number>(options, async (items) => {
    calls.push(items.map((item) => `${item.user}${item.value}`));
    await Promise.resolve();
    return items.map((item) => item.value);
  });
  const greedy = [1, 2, 3, 4].map((value) => call({ user: 'a', value }));
  await Promise.all([...greedy, call({ user: 'b', value: 1 })]);
  assert.deepEqual(calls, [['a1'], ['a2', 'a3', 'b1'], ['a4']]);
});

test('a call begins beside another only when enough wait', async () => {
  let running = 0;
  const calls: string[] = [];
  const call = mergeCalls<number, number>(
    { maxItems: 8, maxCalls: 2, minToOverlap: 3 },
    async (items) => {
      running += 1;
      calls.push(`${running}: ${items.join(' ')}`);
      await new Promise(setImmediate);
      running -= 1;
      return items;
    },
  );
  const first = [1, 2, 3].map(call);
  await Promise.resolve();
  assert.deepEqual(calls, ['1: 1']);
  const more = [4, 5].map(call);
  await Promise.all([...first, ...more]);
  assert.deepEqual(calls, ['1: 1', '2: 2 3 4', '1: 5']);
});

test('an item that spoils the call of all fails alone', async () => {
  const call = mergeCalls<Item, number>(options, async (items) => {
    await Promise.resolve();
    if (items.some((item) => item.value === 3)) throw new Error('poison');
    return items.map((item) => item.value);
  });
  const settled = await Promise.allSettled(
    [1, 2, 3, 4].map((value) => call({ user: `user-${value}`, value })),
  );
  assert.deepEqual(
    settled.map((entry) => (entry.status === 'fulfilled' ? entry.value : 'failed')),
    [1, 2, 'failed', 4],
  );
});

test('where a call must not run twice, its error is the error of all in it', async () => {
  const calls: number[][] = [];
  const call = mergeCalls<number, number>(
    { maxItems: 2, maxCalls: 1, onFailure: 'fail_all' },
    async (items) => {
      calls.push([...items]);
      await Promise.resolve();
      if (items.includes(3)) throw new Error('lost');
      return items;
    },
  );
  const settled = await Promise.allSettled([1, 2, 3, 4].map(call));
  assert.deepEqual(
    settled.map((entry) => (entry.status === 'fulfilled' ? entry.value : 'failed')),
    [1, 'failed', 'failed', 4],
  );
  assert.deepEqual(calls, [[1], [2, 3], [4]]);
});
