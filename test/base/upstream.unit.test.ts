import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as aTurn } from 'node:timers/promises';
import { batchCalls } from '../../src/base/batch-calls.ts';
import { createUpstream } from '../../src/base/batch-linger.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

function openLists() {
  const clock = createVirtualClock();
  const upstream = createUpstream(clock);
  const lists: string[] = [];
  const call = batchCalls<string, string>(
    { maxItems: 64, maxCalls: 2, minToOverlap: 16, linger: upstream },
    async (items) => {
      lists.push(items.join(' '));
      return items;
    },
  );
  return { clock, upstream, lists, call };
}

const PATIENCE_MS = 25;

/** A call that reads something first, until the gate opens. */
const readThenCall =
  ({ upstream, call }: ReturnType<typeof openLists>) =>
  async (name: string, gate: Promise<void>): Promise<string> => {
    await upstream.during(() => gate);
    return await call(name);
  };

test('a list waits for those who are on their way', async () => {
  const lists = openLists();
  const come = readThenCall(lists);
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const answers = [
    come('a', Promise.resolve()),
    come('b', first.promise),
    come('c', second.promise),
  ];
  await aTurn();
  first.resolve();
  await aTurn();
  assert.deepEqual(lists.lists, [], 'one is still on its way');
  second.resolve();
  assert.deepEqual(await Promise.all(answers), ['a', 'b', 'c']);
  assert.deepEqual(lists.lists, ['a b c']);
});

test('who never arrives holds no one up', async () => {
  const lists = openLists();
  const come = readThenCall(lists);
  const never = Promise.withResolvers<void>();
  const lost = come('lost', never.promise);
  lost.catch(() => undefined);
  const answer = lists.call('a');
  await lists.clock.flush();
  assert.deepEqual(lists.lists, []);
  await lists.clock.advance(PATIENCE_MS);
  await answer;
  assert.deepEqual(lists.lists, ['a']);
  const next = lists.call('b');
  await lists.clock.advance(PATIENCE_MS);
  await next;
  assert.deepEqual(lists.lists, ['a', 'b'], 'each list waits for itself');
  never.reject(new Error('the read failed'));
  await assert.rejects(lost);
});

test('a failed read lets the list go', async () => {
  const lists = openLists();
  const come = readThenCall(lists);
  const gate = Promise.withResolvers<void>();
  const lost = come('lost', gate.promise);
  const answer = lists.call('a');
  await aTurn();
  gate.reject(new Error('the read failed'));
  await assert.rejects(lost);
  assert.equal(await answer, 'a');
});

test('a long list waits for no one, and a lone caller neither', async () => {
  const lists = openLists();
  const come = readThenCall(lists);
  const never = Promise.withResolvers<void>();
  const alone = await come('alone', Promise.resolve());
  assert.equal(alone, 'alone');
  void come('lost', never.promise);
  const crowd = Array.from({ length: 16 }, (_, n) => lists.call(String(n)));
  await Promise.all(crowd);
  assert.equal(lists.lists.length, 2);
  never.resolve();
});
