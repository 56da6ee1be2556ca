import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeyedQueue } from '../../src/base/keyed-queue.ts';

/** Works that end when a test says so. */
function startWorks(maxRunning: number, maxWaitingOfKey = 10) {
  const turns = createKeyedQueue({ maxRunning, maxWaitingOfKey });
  const running: { readonly name: string; readonly end: () => void }[] = [];
  const begin = (key: string, name: string, signal?: AbortSignal) => {
    const work = async (): Promise<string> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      running.push({ name, end: resolve });
      await promise;
      return name;
    };
    return turns.run(key, work, signal);
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    turns,
    begin,
    names: async () => {
      await settle();
      return running.map(({ name }) => name);
    },
    end: async (name: string) => {
      await settle();
      const at = running.findIndex((work) => work.name === name);
      const [work] = running.splice(at, 1);
      assert(at >= 0 && work !== undefined, `${name} runs`);
      work.end();
    },
  };
}

test('one work of a key runs at a time, and other keys pass those that wait', async () => {
  const { begin, names, end } = startWorks(3);
  const all = ['a1', 'a2', 'a3', 'b1'].map((name) => begin(name.charAt(0), name));
  assert.deepEqual(await names(), ['a1', 'b1']);
  await end('a1');
  assert.deepEqual(await names(), ['b1', 'a2']);
  await end('b1');
  await end('a2');
  await end('a3');
  const answers = await Promise.all(all);
  assert.deepEqual(
    answers.map((answer) => answer?.value),
    ['a1', 'a2', 'a3', 'b1'],
  );
});

test('a few run in all, and keys take turns', async () => {
  const { begin, names, end } = startWorks(2);
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'd1'].map((name) => begin(name.charAt(0), name));
  assert.deepEqual(await names(), ['a1', 'b1']);
  await end('a1');
  assert.deepEqual(await names(), ['b1', 'a2']);
  await end('a2');
  assert.deepEqual(await names(), ['b1', 'c1']);
  for (const name of ['b1', 'c1', 'd1', 'a3']) await end(name);
  assert.equal((await Promise.all(all)).length, 6);
});

test('beyond the bound of a key the answer is no, for others there is room', async () => {
  const { turns, begin, end } = startWorks(1, 2);
  const all = ['a1', 'a2', 'a3'].map((name) => begin('a', name));
  assert.equal(turns.waiting('a'), 2);
  assert.equal(await begin('a', 'a4'), null);
  const other = begin('b', 'b1');
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
  assert.deepEqual(await other, { value: 'b1' });
  assert((await Promise.all(all)).every((answer) => answer !== null));
  assert.equal(turns.waiting('a'), 0);
});

test('a work that fails gives its turn on', async () => {
  const { turns, begin, end } = startWorks(1);
  const failing = turns.run('a', () => Promise.reject(new Error('broken')));
  const next = begin('a', 'a2');
  await assert.rejects(failing, /broken/);
  await end('a2');
  assert.deepEqual(await next, { value: 'a2' });
});

test('a work that is given up before it begins leaves its place to the next', async () => {
  const { turns, begin, names, end } = startWorks(1);
  const signals = Array.from({ length: 4 }, () => new AbortController());
  const all = ['a1', 'a2', 'a3', 'b1'].map((name, n) =>
    begin(name.charAt(0), name, signals[n]?.signal),
  );
  signals[1]?.abort();
  signals[3]?.abort();
  assert.equal(await all[1], null);
  assert.equal(await all[3], null);
  assert.deepEqual([turns.waiting('a'), turns.waiting('b')], [1, 0]);
  // A running one is not given up.
  signals[0]?.abort();
  assert.deepEqual(await names(), ['a1']);
  await end('a1');
  assert.deepEqual(await all[0], { value: 'a1' });
  await end('a3');
  assert.deepEqual(await all[2], { value: 'a3' });
  assert.equal(await begin('a', 'a4', AbortSignal.abort()), null);
  assert.deepEqual(await names(), []);
});
