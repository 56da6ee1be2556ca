import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runAsLeader } from '../../src/background/run-as-leader.ts';
import { runPeriodically } from '../../src/background/run-periodically.ts';
import { msat } from '../../src/base/amount.ts';
import { backoffMs } from '../../src/base/backoff.ts';
import type { KeyPrune } from '../../src/base/idempotency.ts';
import { createSemaphore } from '../../src/base/semaphore.ts';
import { pruneKeys } from '../../src/ledger/prune-keys.ts';
import { watchSolvency } from '../../src/node/watch-solvency.ts';
import { watchStops } from '../../src/node/watch-stops.ts';
import { beatEveryMs, ownerGoneAfterMs } from '../../src/payments/recovery/failure-detector.ts';
import { createSendPermit } from '../../src/payments/send-permit.ts';
import { pruneAttemptLog } from '../../src/webhooks/prune-webhooks.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { startService } from '../support/wallet-service.ts';
import { createWalletWorld } from '../support/wallet-world.ts';

async function startBench() {
  const world = createWalletWorld();
  const service = await startService(world, 'one');
  return { world, service };
}

test('a loop survives faults, pauses longer after each, and ends with its signal', async () => {
  const { world, service } = await startBench();
  const times: number[] = [];
  const end = new AbortController();
  const running = runPeriodically(
    service.deps,
    { name: 'work', everyMs: 100 },
    end.signal,
    async () => {
      times.push(world.clock.monotonicMs());
      if (times.length <= 5) throw new Error('fault');
    },
  );
  await world.clock.advance(60_000);
  const pauses = times.slice(1, 6).map((time, index) => time - (times[index] ?? 0));
  assert(pauses.every((pause, index) => index === 0 || pause > (pauses[index - 1] ?? 0) * 0.9));
  assert.equal((times[8] ?? 0) - (times[7] ?? 0), 100);
  end.abort();
  await running;
  assert.equal(service.logged.filter((line) => line.includes('work failed')).length, 5);
});

test('backoff grows to its bound and never leaves it', () => {
  const random = createSeededRandom(3);
  for (let failures = 1; failures < 200; failures += 1) {
    const pause = backoffMs({ firstMs: 100, maxMs: 5000 }, failures, random);
    const bound = Math.min(5000, 100 * 2 ** (failures - 1));
    assert(pause >= bound / 2 && pause <= bound);
  }
});

test('slots let so many run at once, and go on when one fails', async () => {
  const slots = createSemaphore(2);
  let running = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    throw new Error('fails');
  };
  const results = await Promise.allSettled(Array.from({ length: 9 }, () => slots.run(work)));
  assert.equal(results.length, 9);
  assert.equal(most, 2);
});

test('one of all leads; a lost lease ends the work', async () => {
  const { world, service } = await startBench();
  const other = await startService(world, 'two');
  const leaders: string[] = [];
  const work =
    (name: string) =>
    async ({ signal }: { signal: AbortSignal }) => {
      leaders.push(name);
      await world.clock.sleep(3_600_000, signal);
      leaders.push(`${name} ended`);
    };
  service.run((deps, signal) => runAsLeader(deps, 'lease', signal, work('one')));
  await world.clock.advance(10);
  other.run((deps, signal) => runAsLeader(deps, 'lease', signal, work('two')));
  await world.clock.advance(60_000);
  assert.deepEqual(leaders, ['one']);
  const away = Array.from({ length: 1000 }, () => ({
    at: 'before' as const,
    error: new Error('away'),
  }));
  service.breakage.errors.set('acquireLease', away);
  await world.clock.advance(120_000);
  assert.deepEqual(leaders, ['one', 'one ended', 'two']);
  assert.equal(world.memory.leases.get('lease')?.fence, 2n);
});

test('what one process finds wrong stops the others', async () => {
  const { world, service } = await startBench();
  const other = await startService(world, 'two');
  other.run(watchStops);
  await service.deps.stops.noteBooks({
    place: '',
    transfersCount: 1n,
    liabilitiesMsat: msat(0n),
    nodeMsat: msat(0n),
    findings: [{ rule: 'a', subject: 'b', detail: 'c' }],
  });
  assert.equal(other.deps.paymentStop.stopReason(), null);
  await world.clock.advance(3500);
  assert.notEqual(other.deps.paymentStop.stopReason(), null);
  const late = await startService(world, 'three');
  assert.notEqual(late.deps.paymentStop.stopReason(), null, 'known before the first call');
});

test('a node that covers too little stops what leaves after two readings, until it covers it', async () => {
  const { world, service } = await startBench();
  await world.addUser('ann', 1000n);
  service.run(watchSolvency);
  await world.clock.advance(30_000);
  assert.equal(service.deps.paymentStop.stopReason(), null);
  world.node.holds.localMsat = 999_999n;
  await world.clock.advance(60_000);
  assert.equal(service.deps.paymentStop.stopReason(), null, 'one reading may be a coincidence');
  await world.clock.advance(60_000);
  assert.notEqual(service.deps.paymentStop.stopReason(), null);
  assert.deepEqual(world.alarmKinds(), ['node_balance_too_low']);
  world.node.holds.localMsat = 1_000_000n;
  await world.clock.advance(60_000);
  assert.equal(service.deps.paymentStop.stopReason(), null);
});

test('another node at the address of ours sends nothing, until ours is back', async () => {
  const { world, service } = await startBench();
  service.run(watchSolvency);
  await world.clock.advance(30_000);
  world.node.says.pubkey = `02${'ab'.repeat(32)}`;
  await world.clock.advance(60_000);
  assert.notEqual(service.deps.paymentStop.stopReason(), null, 'at once: a key is no coincidence');
  assert.deepEqual(world.alarmKinds(), ['node_changed']);
  world.node.says.pubkey = world.node.identity.pubkey;
  await world.clock.advance(60_000);
  assert.equal(service.deps.paymentStop.stopReason(), null);
});

test('pruning goes on until nothing is left, and keeps a day, or 30 for keysends', async () => {
  const { world, service } = await startBench();
  const asked: string[] = [];
  const removed = [1000, 1000, 3, 1000, 0];
  const idempotency = {
    pruneKeys: async ({ calledSince, endedBefore, withKeysends }: KeyPrune) => {
      const since = calledSince?.toISOString() ?? 'ever';
      asked.push(`${since} ${endedBefore.toISOString()} ${withKeysends}`);
      return removed.shift() ?? 0;
    },
  };
  service.run((deps, signal) => pruneKeys({ ...deps, idempotency }, signal));
  await world.clock.advance(1000);
  const daily = '2029-12-30T23:00:00.000Z 2029-12-31T00:00:00.000Z false';
  const monthly = 'ever 2029-12-02T00:00:00.000Z true';
  assert.deepEqual(asked, [daily, daily, daily, monthly, monthly]);
});

test('the log of webhooks is kept for 30 days', async () => {
  const { world, service } = await startBench();
  const asked: Date[] = [];
  const removed = [1000, 999];
  const deliveries = {
    pruneAttempts: async (startedBefore: Date) => {
      asked.push(startedBefore);
      return removed.shift() ?? 0;
    },
  };
  service.run((deps, signal) => pruneAttemptLog({ ...deps, deliveries }, signal));
  await world.clock.advance(1000);
  assert.equal(asked.length, 2);
  assert.equal(asked[0]?.toISOString(), '2029-12-02T00:00:00.000Z');
});

test('a heartbeat is fresh for 30 seconds from when it was begun', async () => {
  const { world } = await startBench();
  const permit = createSendPermit(world.clock, { heartbeatGraceSec: 600 });
  const maySend = () => permit.maySend(world.clock.monotonicMs());
  assert.equal(maySend(), false);
  const begunAtMs = world.clock.monotonicMs();
  await world.clock.advance(10_000);
  permit.beat(begunAtMs);
  await world.clock.advance(20_000);
  assert.equal(maySend(), true);
  await world.clock.advance(1);
  assert.equal(maySend(), false);
});

test('a task that slept does not send, though the heart beats again', async () => {
  const { world } = await startBench();
  const permit = createSendPermit(world.clock, { heartbeatGraceSec: 600 });
  await world.clock.advance(30_001);
  permit.beat(world.clock.monotonicMs());
  assert.equal(permit.maySend(0), false);
  assert.equal(permit.maySend(1), true);
});

test('a shorter grace lets no process send that others may count as gone', async () => {
  const { world } = await startBench();
  for (const heartbeatGraceSec of [1, 10, 40]) {
    const permit = createSendPermit(world.clock, { heartbeatGraceSec });
    const begunAtMs = world.clock.monotonicMs();
    permit.beat(begunAtMs);
    await world.clock.advance(beatEveryMs({ heartbeatGraceSec }) * 1.5);
    assert.equal(permit.maySend(begunAtMs), true, 'a beat is late');
    await world.clock.advance(heartbeatGraceSec * 500);
    assert.equal(permit.maySend(begunAtMs), false, `${heartbeatGraceSec} s of grace`);
  }
});

test('a shorter grace beats faster, and never makes a living process look dead', () => {
  assert.deepEqual(
    [beatEveryMs({ heartbeatGraceSec: 600 }), ownerGoneAfterMs({ heartbeatGraceSec: 600 })],
    [5000, 40_000],
  );
  for (const heartbeatGraceSec of [1, 2, 20, 100]) {
    const config = { heartbeatGraceSec };
    assert(beatEveryMs(config) * 2 < ownerGoneAfterMs(config));
  }
});
