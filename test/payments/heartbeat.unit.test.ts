import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runAsLeader } from '../../src/background/run-as-leader.ts';
import { runPeriodically } from '../../src/background/run-periodically.ts';
import { cancelOrphanBatches } from '../../src/payments/recovery/cancel-orphan-batches.ts';
import { createFailureDetector } from '../../src/payments/recovery/failure-detector.ts';
import { resolvePayments } from '../../src/payments/recovery/resolve-payments.ts';
import { DatabaseAway } from '../support/job-bench.ts';
import { onlyPayment, refusalOf, settledOf, startPayBench } from '../support/pay-bench.ts';
import { startService, type WalletService } from '../support/wallet-service.ts';

/** Who is taken for dead, who leads, and what loops do, while the database is away and after. */

const CALLS = ['heartbeat', 'adoptOrphans', 'listOrphanBatches', 'listStops', 'acquireLease'];

/** From now on the database does not answer this process, until the returned function is called. */
function cutOff({ breakage }: WalletService): () => void {
  for (const name of CALLS) {
    breakage.onCall.set(name, () => {
      throw new DatabaseAway('the database is away');
    });
  }
  return () => {
    for (const name of CALLS) breakage.onCall.delete(name);
  };
}

/** One process pays, another is ready to take over what a dead one leaves. */
async function startTwo() {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, service } = bench;
  const recovery = await startService(world, 'worker');
  recovery.run(resolvePayments);
  recovery.run(cancelOrphanBatches);
  await world.clock.advance(60_000);
  world.node.books.plan = { kind: 'hold' };
  const bill = world.node.bill();
  assert.equal(refusalOf(await bench.pay(bill.bolt11)).kind, 'payment_pending');
  const owner = () => onlyPayment(bench).dispatch.ownerProcessId;
  assert.equal(owner(), service.deps.processId);
  return { ...bench, recovery, bill, owner };
}

test('after an outage, a process that comes back later than others is not taken for dead', async () => {
  const { world, service, recovery, bill, owner } = await startTwo();
  for (const outageMs of [10_000, 30_000, 45_000, 300_000]) {
    const backs = [cutOff(service), cutOff(recovery)];
    await world.clock.advance(outageMs);
    backs[1]?.();
    await world.clock.advance(20_000);
    assert.equal(owner(), service.deps.processId, `away for ${outageMs} ms`);
    backs[0]?.();
    await world.clock.advance(90_000);
    assert.equal(owner(), service.deps.processId);
  }
  world.node.end(bill.paymentHash, { kind: 'succeed', feeMsat: 0n });
  await world.clock.advance(1000);
  world.checkBooks();
});

test('a process that is gone is found so, at the latest one outage and forty seconds later', async () => {
  const { world, service, recovery, owner, bill } = await startTwo();
  const back = cutOff(recovery);
  service.kill();
  await world.clock.advance(60_000);
  back();
  await world.clock.advance(35_000);
  assert.equal(owner(), service.deps.processId, 'it could not have said that it lives');
  await world.clock.advance(20_000);
  assert.equal(owner(), recovery.deps.processId);
  world.node.end(bill.paymentHash, { kind: 'succeed', feeMsat: 0n });
  await world.clock.advance(60_000);
  world.checkBooks();
});

test('a process that starts right after a failover takes nothing from those that were there', async () => {
  const { world, service, recovery, owner } = await startTwo();
  const back = cutOff(service);
  recovery.kill();
  await world.clock.advance(60_000);
  const fresh = await startService(world, 'fresh');
  fresh.run(resolvePayments);
  await world.clock.advance(15_000);
  back();
  await world.clock.advance(120_000);
  assert.equal(owner(), service.deps.processId);
});

const CONFIG = { heartbeatGraceSec: 600 };
const at = (sec: number): Date => new Date(1_900_000_000_000 + sec * 1000);

function judgeThatBeat(until: number) {
  const judge = createFailureDetector(CONFIG);
  for (let sec = 0; sec <= until; sec += 5) judge.beat(sec * 1000, at(sec));
  return judge;
}

test('who has not beaten for as long as others were silent calls no one gone', () => {
  const judge = createFailureDetector(CONFIG);
  const nobody = judge.deadSince();
  for (let sec = 0; sec < 40; sec += 5) {
    judge.beat(sec * 1000, at(sec));
    assert.deepEqual(judge.deadSince(), nobody);
  }
  judge.beat(40_000, at(40));
  assert.deepEqual(judge.deadSince(), at(0));
  judge.beat(45_000, at(45));
  assert.deepEqual(judge.deadSince(), at(5));
});

test('a gap by either clock begins anew: a frozen process, a sleeping machine, another server', () => {
  const nobody = createFailureDetector(CONFIG).deadSince();
  const gaps: readonly (readonly [string, number, Date])[] = [
    ['the process was stopped', 116_000, at(101)],
    ['the machine slept', 101_000, at(116)],
    ['the clock of the database went back', 105_000, at(99)],
  ];
  for (const [what, begunAtMs, storedAt] of gaps) {
    const judge = judgeThatBeat(100);
    judge.beat(begunAtMs, storedAt);
    assert.deepEqual(judge.deadSince(), nobody, what);
  }
});

test('the clock of a promoted server may be five seconds ahead', () => {
  const judge = judgeThatBeat(100);
  judge.beat(105_000, at(110));
  assert.deepEqual(judge.deadSince(), at(70), 'the others beat by the same clock');
});

test('while a process is stopped, others are judged by what it knew before', () => {
  const judge = judgeThatBeat(100);
  assert.deepEqual(judge.deadSince(), at(60), 'not by the time at which it wakes up');
});

test('a leader whose renewal gets no answer steps down before another one can lead', async () => {
  const { world, service, recovery } = await startTwo();
  const led: string[] = [];
  const work =
    (name: string) =>
    async ({ fence, signal }: { fence: bigint; signal: AbortSignal }) => {
      led.push(`${name} ${fence}`);
      await world.clock.sleep(3_600_000, signal);
      led.push(`${name} ended`);
    };
  service.run((deps, signal) => runAsLeader(deps, 'lease', signal, work('one')));
  await world.clock.advance(10);
  recovery.run((deps, signal) => runAsLeader(deps, 'lease', signal, work('two')));
  await world.clock.advance(10_000);
  const answer = Promise.withResolvers<void>();
  service.breakage.onCall.set('acquireLease', () => answer.promise);
  await world.clock.advance(20_000);
  assert.deepEqual(led, ['one 1', 'one ended', 'two 2']);
  service.breakage.onCall.delete('acquireLease');
  answer.resolve();
  await world.clock.advance(20_000);
  assert.deepEqual(led, ['one 1', 'one ended', 'two 2'], 'one leads');
});

test('a leader that lost the database leads again under the same fence, if no one else has', async () => {
  const { world, service } = await startTwo();
  const fences: bigint[] = [];
  service.run((deps, signal) =>
    runAsLeader(deps, 'lease', signal, async ({ fence, signal: leading }) => {
      fences.push(fence);
      await world.clock.sleep(3_600_000, leading);
    }),
  );
  await world.clock.advance(10);
  const back = cutOff(service);
  await world.clock.advance(60_000);
  back();
  await world.clock.advance(3000);
  assert.deepEqual(fences, [1n, 1n]);
});

test('a loop looks every two seconds whether the database is back, and says once that it is away', async () => {
  const { world, service } = await startTwo();
  const times: number[] = [];
  let isAway = true;
  const end = new AbortController();
  const options = { name: 'rare work', everyMs: 3_600_000 };
  const running = runPeriodically(service.deps, options, end.signal, async () => {
    times.push(world.clock.monotonicMs());
    if (isAway) throw new Error('it failed', { cause: null });
  });
  await world.clock.advance(1000);
  assert.equal(times.length, 1, 'other faults keep its pace');
  end.abort();
  await running;
  const stop = new AbortController();
  times.length = 0;
  const again = runPeriodically(service.deps, options, stop.signal, async () => {
    times.push(world.clock.monotonicMs());
    if (isAway) throw new DatabaseAway('the database is away');
  });
  await world.clock.advance(600_000);
  isAway = false;
  const backAtMs = world.clock.monotonicMs();
  await world.clock.advance(2001);
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  assert(pauses.every((pause) => pause <= 2000));
  assert((times.at(-1) ?? 0) >= backAtMs, 'it works again');
  const said = service.logged.filter((line) => line.includes('rare work'));
  assert.deepEqual(said, [
    'rare work failed and is tried again: it failed',
    'rare work failed and is tried again: the database is away',
  ]);
  stop.abort();
  await again;
});

test('nothing ends in an outage of ten minutes, and payments go on after it', async () => {
  const { world, service, recovery, bill, owner, pay } = await startTwo();
  const backs = [cutOff(service), cutOff(recovery)];
  await world.clock.advance(600_000);
  assert.notEqual(service.deps.paymentStop.stopReason(), null);
  const said = recovery.logged.length;
  await world.clock.advance(600_000);
  assert.equal(recovery.logged.length, said, 'what was said once is not repeated');
  for (const back of backs) back();
  await world.clock.advance(5000);
  assert.equal(service.deps.paymentStop.stopReason(), null);
  assert.equal(owner(), service.deps.processId);
  world.node.end(bill.paymentHash, { kind: 'succeed', feeMsat: 0n });
  world.node.books.plan = { kind: 'succeed', feeMsat: 0n };
  settledOf(await pay(world.node.bill().bolt11));
  world.checkBooks();
});
