import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giveBackMemory } from '../../src/app/commands/give-back-memory.ts';

/** CPU that a process uses in each interval, and before which looks it collected. */
async function collectionsOf(workMs: readonly number[]): Promise<readonly number[]> {
  const stop = new AbortController();
  const collected: number[] = [];
  let usedMs = 3000;
  let looks = 0;
  const clock = {
    sleep: async () => {
      usedMs += workMs[looks] ?? 0;
      looks += 1;
      if (looks > workMs.length) stop.abort();
    },
  };
  const collect = async () => {
    usedMs += 200;
    collected.push(looks);
  };
  await giveBackMemory(clock, stop.signal, { usedMs: () => usedMs, collect });
  return collected;
}

test('memory is given back once the start is over', async () => {
  assert.deepEqual(await collectionsOf([900, 200, 199, 0, 0]), [3]);
});

test('a process that is never quiet is left alone', async () => {
  assert.deepEqual(await collectionsOf([2000, 2000, 2000]), []);
});

test('nothing happens where the collector cannot be called', async () => {
  const { signal } = new AbortController();
  await giveBackMemory({ sleep: () => assert.fail('no look is taken') }, signal, null);
});
