import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { MINUTE_MS } from '../../src/base/durations.ts';
import { outpointText } from '../../src/lightning/bitcoin/transaction.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import {
  type DrivenPorts,
  startDrivenWallet,
  withSpending,
} from '../support/onchain/driven-wallet.ts';

const wallet = await startDrivenWallet({ after });
const { fund, order, lead, find, mine, figures, paid, leases, clock, findings } = wallet;

class Crash extends Error {}

/** Calls that have an effect. */
const EFFECTS = ['fund', 'sign', 'release', 'publish', 'lease', 'note', 'noteBroadcast', 'fail'];

/** A process that dies just before or just after one of its effects. */
function dying(at: 'before' | 'after', count: number) {
  let seen = 0;
  let isDead = false;
  const wrap = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function' || !EFFECTS.includes(String(name))) return method;
        return async (...args: unknown[]) => {
          if (isDead) throw new Crash();
          seen += 1;
          isDead = seen === count;
          if (isDead && at === 'before') throw new Crash();
          const answer: unknown = await Reflect.apply(method, target, args);
          if (isDead) throw new Crash();
          return answer;
        };
      },
    });
  return {
    isDead: () => isDead,
    wrap: (ports: DrivenPorts): Partial<DrivenPorts> => ({
      chainSpending: wrap(ports.chainSpending),
      withdrawals: wrap(ports.withdrawals),
      dispatchJournal: wrap(ports.dispatchJournal),
    }),
  };
}

test('a crash at any step sends exactly once, by whoever leads next', async () => {
  let crashes = 0;
  for (const at of ['before', 'after'] as const) {
    for (let count = 1; ; count += 1) {
      const userId = await fund(100_000);
      const ordered = await order(userId, 20_000n);
      const process = dying(at, count);
      const first = await lead(process.wrap);
      await first.look(true);
      await first.drive().catch((error: unknown) => assert(error instanceof Crash));
      const stored = (await find(ordered)).transaction?.txid;
      const next = await lead();
      await next.look(true);
      await next.drive();
      const sent = await find(ordered);
      assert.equal(sent.state, 'broadcast', `${at} effect ${count}`);
      if (stored !== undefined) assert.equal(sent.transaction?.txid, stored);
      const [lease, ...others] = await leases(ordered);
      assert.equal(outpointText(lease ?? NONE), outpointText(sent.transaction?.inputs[0] ?? NONE));
      assert.deepEqual(others, [], 'what the dead process leased is free again');
      await mine();
      await next.look();
      assert.equal((await find(ordered)).state, 'settled');
      const feeSat = sent.transaction?.feeSat ?? 0n;
      assert.deepEqual(await figures(userId), [80_000n - feeSat, 0n]);
      assert.equal((await paid(ordered)).length, 1);
      if (!process.isDead()) break;
      crashes += 1;
    }
  }
  assert(crashes >= 8, `${crashes}`);
  assert.deepEqual(await findings(), []);
});

const NONE = { txid: '', index: 0 };

test('what was reserved before waits for requests that may be under way, and for a look', async () => {
  const ordered = await order(await fund(100_000), 20_000n);
  const next = await lead(undefined, clock.monotonicMs());
  const stateNow = async () => (await find(ordered)).state;
  await next.look(true);
  await next.drive();
  assert.equal(await stateNow(), 'reserved');
  const younger = await order(await fund(100_000), 20_000n);
  await next.drive();
  assert.equal((await find(younger)).state, 'broadcast', 'it is of this term');
  await mine();
  clock.move(11_000);
  await next.drive();
  assert.equal(await stateNow(), 'reserved', 'the last look was too early to say');
  await next.look();
  await next.drive();
  assert.equal(await stateNow(), 'broadcast');
  await mine();
  await next.look();
});

test('a leader that was frozen before it stored its transaction publishes nothing', async () => {
  const userId = await fund(100_000);
  const ordered = await order(userId, 20_000n);
  const wakes = Promise.withResolvers<void>();
  const sleeps = Promise.withResolvers<void>();
  const published: string[] = [];
  const frozen = await lead((ports) => ({
    ...ports,
    withdrawals: {
      ...ports.withdrawals,
      sign: async (signing) => {
        sleeps.resolve();
        await wakes.promise;
        return await ports.withdrawals.sign(signing);
      },
    },
    chainSpending: {
      ...ports.chainSpending,
      publish: async (raw, label) => {
        published.push(raw);
        return await ports.chainSpending.publish(raw, label);
      },
    },
  }));
  await frozen.look(true);
  const driving = frozen.drive();
  await sleeps.promise;
  const next = await lead();
  await next.look(true);
  await next.drive();
  const sent = await find(ordered);
  assert.equal(sent.state, 'broadcast');
  wakes.resolve();
  assert.equal(await driving, 'fenced');
  assert.deepEqual(published, []);
  assert.deepEqual((await find(ordered)).transaction, sent.transaction);
  assert.equal((await leases(ordered)).length, 1, 'it leaves leases to the new leader');
  await mine();
  await next.look();
  assert.equal((await paid(ordered)).length, 1);
});

test('a commit whose answer is lost is published as it is stored, and never otherwise', async () => {
  for (const isWritten of [true, false]) {
    const ordered = await order(await fund(100_000), 20_000n);
    let isFirst = true;
    const leader = await lead((ports) => ({
      ...ports,
      withdrawals: {
        ...ports.withdrawals,
        sign: async (signing) => {
          if (!isFirst) return await ports.withdrawals.sign(signing);
          isFirst = false;
          if (isWritten) await ports.withdrawals.sign(signing);
          throw new NodeFault('the answer is lost');
        },
      },
    }));
    await leader.look(true);
    await leader.drive();
    const stored = (await find(ordered)).transaction;
    assert.equal(stored !== null, isWritten);
    clock.move(MINUTE_MS);
    await leader.drive();
    const sent = await find(ordered);
    assert.equal(sent.state, 'broadcast');
    if (stored !== null) assert.equal(sent.transaction?.txid, stored.txid);
    assert.equal((await leases(ordered)).length, 1);
    await mine();
    await leader.look();
    assert.equal((await paid(ordered)).length, 1);
  }
});

test('no answer of publish ends a withdrawal, and each time the same is published', async () => {
  const userId = await fund(100_000);
  const ordered = await order(userId, 20_000n);
  const published: string[] = [];
  const answers = [
    async () => Promise.reject(new NodeFault('no answer')),
    async () =>
      ({ kind: 'refused', detail: 'transaction rejected: output already spent' }) as const,
    async () => ({ kind: 'refused', detail: 'the moon is full' }) as const,
    async () => ({ kind: 'handed_over' }) as const,
  ];
  const leader = await lead(
    withSpending({
      publish: async (raw) => {
        published.push(raw);
        return await (answers.shift() ?? assert.fail('it was published before'))();
      },
    }),
  );
  await leader.look(true);
  const states: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    await leader.drive();
    states.push((await find(ordered)).state);
    clock.move(10 * MINUTE_MS);
  }
  assert.deepEqual(states, ['signed', 'signed', 'signed', 'broadcast']);
  assert.equal(new Set(published).size, 1);
  assert.deepEqual(published, new Array(4).fill((await find(ordered)).transaction?.raw));
  await mine();
  await leader.look();
  assert.equal((await find(ordered)).state, 'broadcast', 'taken, and without effect');
  assert.equal((await figures(userId))[1], 30_000n);
  const next = await lead();
  await next.look(true);
  await next.drive();
  await mine();
  await next.look();
  assert.equal((await find(ordered)).state, 'settled');
});

test('leases last until a block has the coins, across restarts, and a day', async () => {
  const ordered = await order(await fund(100_000), 20_000n);
  const renewed: string[] = [];
  const counting = withSpending({
    lease: async (lockId, coin) => {
      renewed.push(outpointText(coin));
      return await wallet.deps.chainSpending.lease(lockId, coin);
    },
  });
  const leader = await lead(counting);
  await leader.look(true);
  await leader.drive();
  for (let hours = 0; hours < 24; hours += 3) {
    clock.move(180 * MINUTE_MS);
    await leader.drive();
  }
  assert.equal(renewed.length, 4);
  const [coin] = await leases(ordered);
  assert(coin !== undefined);
  await wallet.deps.chainSpending.release(coin.lockId, coin);
  clock.move(MINUTE_MS);
  await leader.drive();
  assert.equal((await leases(ordered)).length, 1, 'one that is missing is leased again');
  const next = await lead();
  await next.look(true);
  await next.drive();
  assert.equal((await leases(ordered)).length, 1);
  await mine();
  await next.look();
  clock.move(MINUTE_MS);
  await next.drive();
  assert.deepEqual(await leases(ordered), []);
});

test('a coin of one is never that of another, even when its lease was lost', async () => {
  const first = await order(await fund(100_000), 20_000n);
  const leader = await lead(
    withSpending({ publish: async () => ({ kind: 'refused', detail: '' }) }),
  );
  await leader.look(true);
  await leader.drive();
  const [coin] = await leases(first);
  assert(coin !== undefined);
  await wallet.deps.chainSpending.release(coin.lockId, coin);
  const others = [
    await order(await fund(100_000), 20_000n),
    await order(await fund(100_000), 20_000n),
  ];
  await leader.drive();
  const coins: string[] = [];
  for (const one of [first, ...others]) {
    coins.push(...((await find(one)).transaction?.inputs ?? []).map(outpointText));
  }
  assert.equal(new Set(coins).size, coins.length);
  clock.move(MINUTE_MS);
  await leader.drive();
  assert.equal((await leases(first)).length, 1, 'and the first one has it again');
});

test('leases of others are left alone', async () => {
  const { chainSpending } = wallet.deps;
  const address = await wallet.deps.chainWallet.newAddress();
  const foreign = 'ab'.repeat(32);
  const order = { address, amountSat: sat(10_000n), satPerKw: 500n, lockId: foreign };
  await mine();
  const leader = await lead();
  await leader.look(true);
  await leader.drive();
  await mine();
  await leader.look();
  const funded = await chainSpending.fund(order);
  assert(funded.ok);
  clock.move(MINUTE_MS);
  await leader.drive();
  const left = (await chainSpending.listLeases()).filter(({ lockId }) => lockId === foreign);
  assert.equal(left.length, funded.value.inputs.length);
});
