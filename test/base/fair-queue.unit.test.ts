import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairQueue, type FairQueueOptions } from '../../src/base/fair-queue.ts';

/** Tasks that end when a test says so, and who began them in which order. */
function start(options: Partial<FairQueueOptions> = {}) {
  const queue = createFairQueue({
    maxRunning: 1,
    maxWaiting: 10,
    maxWaitingKnown: 2,
    ...options,
  });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, network: string, knownUserId: string | null = null) =>
    queue.run({ network, knownUserId }, async () => {
      begun.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      await promise;
      return name;
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const endAll = async (): Promise<void> => {
    await settle();
    for (let done = 0; done < ends.length; done += 1) {
      ends[done]?.();
      await settle();
    }
  };
  return { queue, ask, begun, endAll, settle };
}

const within48 = (n: number): string => `2001:0db8:0001:${n.toString(16).padStart(4, '0')}::/64`;

test('callers from elsewhere do not wait for one who has a /48', async () => {
  const { ask, begun, endAll } = start();
  const flood = Array.from({ length: 11 }, (_, n) => ask(`flood ${n}`, within48(256 * n)));
  const honest = [ask('IPv4', '203.0.113.7'), ask('IPv6', '2001:0db8:0002:0000::/64')];
  await endAll();
  assert.deepEqual(begun.slice(0, 1), ['flood 0']);
  assert(begun.indexOf('IPv4') <= 5 && begun.indexOf('IPv6') <= 6, begun.join());
  assert((await Promise.all(honest)).every((answer) => answer !== null));
  const answers = await Promise.all(flood);
  assert.equal(answers.filter((answer) => answer === null).length, 2, 'who waits longest goes');
});

test('a network that has waited is not overtaken for ever by new ones', async () => {
  const { ask, begun, endAll } = start();
  const first = [ask('a1', '192.0.2.1'), ask('a2', '192.0.2.1'), ask('a3', '192.0.2.1')];
  const others = ['b', 'c', 'd'].map((name, n) => ask(name, `198.51.${n}.1`));
  await endAll();
  assert.deepEqual(begun, ['a1', 'b', 'c', 'd', 'a2', 'a3']);
  await Promise.all([...first, ...others]);
});

test('users in known browsers come first among those who are due, and have places', async () => {
  const { ask, begun, endAll } = start({ maxWaiting: 2, maxWaitingKnown: 2 });
  const all = ['1', '2', '3'].map((name) => ask(name, `192.0.${name}.1`));
  assert.equal(await ask('4', '198.51.100.1'), null, 'the places of strangers are taken');
  const known = [ask('ann', '192.0.1.1', 'ann'), ask('bob', '192.0.1.1', 'bob')];
  assert.equal(await ask('eve', '192.0.1.1', 'eve'), null);
  await endAll();
  assert.deepEqual(begun, ['1', 'ann', 'bob', '2', '3']);
  await Promise.all([...all, ...known]);
});

test('a known user with many tasks delays only their own', async () => {
  const { ask, begun, endAll } = start({ maxWaitingKnown: 5 });
  const all = ['1', '2', '3'].map((name) => ask(`eve ${name}`, '192.0.2.1', 'eve'));
  all.push(ask('ann', '198.51.100.1'));
  await endAll();
  assert.deepEqual(begun, ['eve 1', 'ann', 'eve 2', 'eve 3']);
  await Promise.all(all);
});

test('a network runs only so many tasks at once, and others run meanwhile', async () => {
  const { ask, begun, endAll, settle } = start({ maxRunning: 16, maxRunningOfNetwork: 1 });
  const flood = Array.from({ length: 8 }, (_, n) => ask('flood', within48(256 * n)));
  const honest = ask('honest', '203.0.113.7');
  await settle();
  assert.deepEqual(begun, ['flood', 'flood', 'flood', 'flood', 'honest']);
  await endAll();
  assert((await Promise.all([...flood, honest])).every((answer) => answer !== null));
});

test('a task whose signal aborts gives its place to another', async () => {
  const { queue, ask, begun, endAll } = start({ maxWaiting: 1 });
  const running = ask('running', '192.0.2.1');
  const late = new AbortController();
  const who = { network: '192.0.2.2', knownUserId: null };
  const waiting = queue.run(who, async () => begun.push('late'), late.signal);
  late.abort();
  assert.equal(await waiting, null);
  const next = ask('next', '192.0.2.3');
  await endAll();
  assert.deepEqual(begun, ['running', 'next']);
  assert((await Promise.all([running, next])).every((answer) => answer !== null));
  assert.equal(await queue.run(who, async () => 1, AbortSignal.abort()), null);
});

test('a user runs fewer at a time than a network of strangers', async () => {
  const limits = { maxRunning: 10, maxRunningOfNetwork: 2, maxRunningOfUser: 1 };
  const { ask, begun, endAll, settle } = start({ ...limits, maxWaitingKnown: 10 });
  const names = ['1', '2', '3'];
  const all = [
    ...names.map((name) => ask(`network ${name}`, '192.0.2.1')),
    ...names.map((name) => ask(`ann ${name}`, '192.0.2.1', 'ann')),
    ask('bob 1', '192.0.2.1', 'bob'),
  ];
  await settle();
  assert.deepEqual(begun, ['network 1', 'network 2', 'ann 1', 'bob 1']);
  await endAll();
  assert.equal(begun.length, 7);
  assert((await Promise.all(all)).every((answer) => answer !== null));
});

test('once nothing may wait, what waits is given up, and only what has room begins', async () => {
  const { queue, ask, begun, endAll } = start({ maxRunning: 2, maxRunningOfNetwork: 1 });
  const running = ask('running', '192.0.2.1');
  const waiting = [ask('stranger', '192.0.2.1'), ask('stranger', '192.0.2.1')];
  queue.stopWaiting();
  assert.deepEqual(await Promise.all(waiting), [null, null]);
  assert.equal(await ask('late', '192.0.2.1'), null);
  const free = ask('free', '198.51.100.1');
  await endAll();
  assert.deepEqual(begun, ['running', 'free']);
  assert((await Promise.all([running, free])).every((answer) => answer !== null));
});

test('a network with many known users takes no place that another needs', async () => {
  const { ask, begun, endAll } = start({ maxWaitingKnown: 4 });
  const running = ask('running', '203.0.113.9');
  const crowd = ['1', '2', '3', '4'].map((name) => ask(name, '192.0.2.1', `crowd ${name}`));
  const others = [ask('ann', '198.51.100.1', 'ann'), ask('bob', '203.0.113.1', 'bob')];
  assert.equal(await ask('5', '192.0.2.1', 'crowd 5'), null, 'the crowd has most waiting');
  await endAll();
  assert.deepEqual(begun, ['running', '1', '2', 'ann', 'bob']);
  assert.equal((await Promise.all(crowd)).filter((answer) => answer === null).length, 2);
  assert((await Promise.all([running, ...others])).every((answer) => answer !== null));
});

test('where all users share one address, who came first keeps their place', async () => {
  const { ask, begun, endAll } = start({ maxWaitingKnown: 2 });
  const all = ['1', '2', '3'].map((name) => ask(name, '192.0.2.1', name));
  assert.equal(await ask('4', '192.0.2.1', '4'), null);
  await endAll();
  assert.deepEqual(begun, ['1', '2', '3']);
  await Promise.all(all);
});
