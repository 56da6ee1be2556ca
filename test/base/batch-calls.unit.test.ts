import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as aTurn } from 'node:timers/promises';
import { batchCalls } from '../../src/base/batch-calls.ts';
import { Fault } from '../../src/base/fault.ts';

interface Item {
  readonly user: string;
  readonly value: number;
}

/** All promises have settled that need no turn of the event loop. */
const withinTheTurn = () => new Promise<void>((resolve) => process.nextTick(resolve));

const fairness = { keyOf: (item: Item) => item.user, maxItems: 2 };
const options = { maxItems: 4, maxCalls: 1, fairness };

test('what is asked for within one turn goes together into one call', async () => {
  const calls: number[][] = [];
  const call = batchCalls<Item, number>(options, async (items) => {
    calls.push(items.map((item) => item.value));
    await Promise.resolve();
    return items.map((item) => item.value * 10);
  });
  const askLate = async (value: number): Promise<number> => {
    await Promise.resolve();
    return await call({ user: `user-${value}`, value });
  };
  const answers = await Promise.all([
    ...[1, 2].map((value) => call({ user: `user-${value}`, value })),
    ...[3, 4, 5, 6].map(askLate),
  ]);
  assert.deepEqual(answers, [10, 20, 30, 40, 50, 60]);
  assert.deepEqual(calls, [
    [1, 2, 3, 4],
    [5, 6],
  ]);
});

test('what waits while a call runs goes together into the next call', async () => {
  const calls: number[][] = [];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const call = batchCalls<number, number>({ maxItems: 4, maxCalls: 1 }, async (items) => {
    calls.push([...items]);
    await gates[calls.length - 1]?.promise;
    return items;
  });
  const first = call(1);
  await aTurn();
  const others = [2, 3].map(call);
  await aTurn();
  assert.deepEqual(calls, [[1]]);
  gates[0]?.resolve();
  await first;
  const last = call(4);
  await aTurn();
  gates[1]?.resolve();
  await Promise.all([...others, last]);
  assert.deepEqual(calls, [[1], [2, 3, 4]]);
});

test('who has been alone for a while waits for no one', async () => {
  const calls: string[] = [];
  const call = batchCalls<string, string>({ maxItems: 4, maxCalls: 1 }, async (items) => {
    calls.push(items.join(' '));
    return items;
  });
  const answer = call('first');
  await withinTheTurn();
  assert.deepEqual(calls, []);
  await answer;
  for (let n = 0; n < 10; n += 1) await call('lone');
  calls.length = 0;
  const lone = call('lone');
  await withinTheTurn();
  assert.deepEqual(calls, ['lone']);
  await lone;
  calls.length = 0;
  await Promise.all(['a', 'b', 'c'].map(call));
  await Promise.all(['a', 'b', 'c'].map(call));
  assert.deepEqual(calls, ['a', 'b c', 'a b c'], 'a crowd is seen when it comes');
});

test('no one fills a call alone, and the order of one user stays', async () => {
  const calls: string[][] = [];
  const call = batchCalls<Item, number>(options, async (items) => {
    calls.push(items.map((item) => `${item.user}${item.value}`));
    await Promise.resolve();
    return items.map((item) => item.value);
  });
  const greedy = [1, 2, 3, 4].map((value) => call({ user: 'a', value }));
  await Promise.all([...greedy, call({ user: 'b', value: 1 })]);
  assert.deepEqual(calls, [
    ['a1', 'a2', 'b1'],
    ['a3', 'a4'],
  ]);
});

test('a call begins beside another only when enough wait', async () => {
  let running = 0;
  const calls: string[] = [];
  const over = Promise.withResolvers<void>();
  const call = batchCalls<number, number>(
    { maxItems: 8, maxCalls: 2, minToOverlap: 3 },
    async (items) => {
      running += 1;
      calls.push(`${running}: ${items.join(' ')}`);
      await over.promise;
      running -= 1;
      return items;
    },
  );
  const answers = [call(1)];
  await aTurn();
  answers.push(...[2, 3].map(call));
  await aTurn();
  assert.deepEqual(calls, ['1: 1']);
  answers.push(call(4));
  await aTurn();
  assert.deepEqual(calls, ['1: 1', '2: 2 3 4']);
  answers.push(...[5, 6, 7].map(call));
  await aTurn();
  over.resolve();
  await Promise.all(answers);
  assert.deepEqual(calls, ['1: 1', '2: 2 3 4', '1: 5 6 7']);
});

test('an item that spoils the call of all fails alone', async () => {
  const call = batchCalls<Item, number>(options, async (items) => {
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
  const call = batchCalls<number, number>(
    { maxItems: 2, maxCalls: 1, onFailure: 'fail_all' },
    async (items) => {
      calls.push([...items]);
      await Promise.resolve();
      if (items.includes(3)) throw new Error('lost');
      return items;
    },
  );
  const settled = await Promise.allSettled([1, 2, 3, 4, 5].map(call));
  assert.deepEqual(
    settled.map((entry) => (entry.status === 'fulfilled' ? entry.value : 'failed')),
    [1, 2, 'failed', 'failed', 5],
  );
  assert.deepEqual(calls, [[1, 2], [3, 4], [5]]);
});

test('when the store kept a call waiting, its items and those behind it are told', async () => {
  class Waited extends Fault {
    readonly isTransient = true;
    override readonly hasWaited = true;
  }
  const calls: (readonly number[])[] = [];
  const gate = Promise.withResolvers<void>();
  const call = batchCalls<number, number>({ maxItems: 2, maxCalls: 1 }, async (items) => {
    calls.push(items);
    if (calls.length > 1) return items;
    await gate.promise;
    throw new Waited();
  });
  const asked = [1, 2, 3, 4, 5].map(call);
  await aTurn();
  gate.resolve();
  for (const one of await Promise.allSettled(asked)) {
    assert(one.status === 'rejected' && one.reason instanceof Waited);
  }
  assert.deepEqual(calls, [[1, 2]]);
  assert.equal(await call(6), 6);
});
