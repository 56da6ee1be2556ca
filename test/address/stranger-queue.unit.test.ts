import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CALLBACK_WAIT_MS,
  MAX_ADDRESS_INVOICES_AT_ONCE,
  MAX_WAITING_CALLBACKS,
} from '../../src/address/limits.ts';
import { createStrangerQueue } from '../../src/address/stranger-queue.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

/** Strangers who ask for invoices at the same time, and a node that answers when a test says so. */
function start() {
  const clock = createVirtualClock();
  const turns = createStrangerQueue(clock);
  const running: { readonly network: string; readonly end: () => void }[] = [];
  const ask = (network: string) =>
    turns.run(network, async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      running.push({ network, end: resolve });
      await promise;
      return network;
    });
  return { clock, running, ask };
}

const networksOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `network ${n}`);
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a few run at once, one of each network, and the next begins when one ends', async () => {
  const { running, ask } = start();
  const networks = networksOf(MAX_ADDRESS_INVOICES_AT_ONCE + 1);
  const all = [...networks, ...networks].map(ask);
  await settle();
  assert.deepEqual(
    running.map(({ network }) => network),
    networks.slice(0, -1),
  );
  running[0]?.end();
  await settle();
  assert.equal(running.at(-1)?.network, networks.at(-1), 'who waits first comes first');
  for (let done = 1; done < all.length; done += 1) {
    running[done]?.end();
    await settle();
  }
  assert((await Promise.all(all)).every((answer) => answer !== null));
});

test('who would wait too long is told so, and their work never begins', async () => {
  const { clock, running, ask } = start();
  const first = ask('a');
  const second = ask('a');
  await clock.advance(CALLBACK_WAIT_MS - 1);
  const third = ask('a');
  await clock.advance(1);
  assert.equal(await second, null);
  running[0]?.end();
  assert.deepEqual(await first, { value: 'a' }, 'what has begun goes on');
  await settle();
  assert.equal(running.length, 2);
  running[1]?.end();
  assert.deepEqual(await third, { value: 'a' });
});

test('a network that asks for more than may wait is refused, and others are not', async () => {
  const { running, ask } = start();
  const waiting = Array.from({ length: 1 + MAX_WAITING_CALLBACKS }, () => ask('a'));
  assert.equal(await ask('a'), null);
  const other = ask('b');
  await settle();
  assert.deepEqual(
    running.map(({ network }) => network),
    ['a', 'b'],
  );
  for (let done = 0; done <= waiting.length; done += 1) {
    running[done]?.end();
    await settle();
  }
  assert.deepEqual(await other, { value: 'b' });
  assert((await Promise.all(waiting)).every((answer) => answer !== null));
});
