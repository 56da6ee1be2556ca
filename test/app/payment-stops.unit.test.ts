import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { firstToStop, operatorStop } from '../../src/app/compose/payment-stops.ts';
import { readConfig } from '../../src/config/config.ts';
import { STOP_FILE } from '../../src/node/io/stop-file.ts';
import { createStoredStops } from '../../src/node/stored-stops.ts';
import { onlyPayment, refusalOf, settledOf, startPayBench } from '../support/pay-bench.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { stop } from '../support/wallet-memory/safety-memory.ts';

test('the stop file counts at once, while the service runs, and goes away with the file', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const byFile = operatorStop(readConfig({ SATCHEL_DATA_DIR: folder }));
  assert.equal(byFile.stopReason(), null);
  await writeFile(join(folder, STOP_FILE), '');
  assert.match(byFile.stopReason() ?? '', /stop-outside-payments/);
  await rm(join(folder, STOP_FILE));
  assert.equal(byFile.stopReason(), null);
});

test('the variable counts from the start', () => {
  const off = operatorStop(readConfig({ SATCHEL_OUTSIDE_PAYMENTS: 'off' }));
  assert.equal(off.stopReason(), 'SATCHEL_OUTSIDE_PAYMENTS is off');
});

test('of several reasons the first is told, and one is enough', () => {
  const open = { stopReason: () => null };
  const [a, b] = ['a', 'b'].map((reason) => ({ stopReason: () => reason }));
  assert(a !== undefined && b !== undefined);
  assert.equal(firstToStop([open, open]).stopReason(), null);
  assert.equal(firstToStop([open, b, a]).stopReason(), 'b');
  assert.equal(firstToStop([]).stopReason(), null);
});

function startStoredStops() {
  const clock = createVirtualClock();
  const database = { stops: ['it was restored'], isAway: false, isAnother: false };
  const storedStops = createStoredStops({
    clock,
    dispatchJournal: { check: async () => undefined, forget: async () => undefined },
    comparisons: {
      recogniseDatabase: async () => {
        if (database.isAway) throw new Error('away');
        if (database.isAnother) database.stops = ['it is another'];
      },
    },
    stops: {
      listStops: async () =>
        database.stops.map((detail) => ({ reason: 'restored', detail, since: clock.now() })),
    },
  });
  return { clock, database, storedStops };
}

test('what the database says is closed until it was read, and keeps its word while it is away', async () => {
  const { database, storedStops } = startStoredStops();
  assert.notEqual(storedStops.stopReason(), null);
  await storedStops.refresh();
  assert.equal(storedStops.stopReason(), 'it was restored');
  database.isAway = true;
  await assert.rejects(storedStops.refresh());
  assert.equal(storedStops.stopReason(), 'it was restored');
  database.isAway = false;
  database.stops = [];
  await storedStops.refresh();
  assert.equal(storedStops.stopReason(), null);
});

test('a process that slept, or whose database is away, does not go by what it read long ago', async () => {
  const { clock, database, storedStops } = startStoredStops();
  database.stops = [];
  await storedStops.refresh();
  await clock.advance(9000);
  assert.equal(storedStops.stopReason(), null);
  database.isAway = true;
  await assert.rejects(storedStops.refresh());
  await clock.advance(2000);
  assert.match(storedStops.stopReason() ?? '', /could not be read lately/);
  database.isAway = false;
  database.isAnother = true;
  await storedStops.refresh();
  assert.equal(storedStops.stopReason(), 'it is another');
});

test('the pace stays while the database is away, and so the way is free soon after', async () => {
  const bench = await startPayBench();
  const { world, service, pay } = bench;
  service.breakage.onCall.set('listStops', () => {
    throw new Error('away');
  });
  await world.clock.advance(600_000);
  assert.notEqual(service.deps.paymentStop.stopReason(), null);
  service.breakage.onCall.delete('listStops');
  await world.clock.advance(3500);
  assert.equal(service.deps.paymentStop.stopReason(), null);
  await world.clock.advance(60_000);
  settledOf(await pay(world.node.bill().bolt11));
  world.checkBooks();
});

test('a standby that took over stops what leaves before it is noticed by the one who compares', async () => {
  const { world, pay } = await startPayBench();
  settledOf(await pay(world.node.bill().bolt11));
  world.memory.safety.identity = 'promoted';
  await world.clock.advance(3500);
  assert.equal(refusalOf(await pay(world.node.bill().bolt11)).kind, 'outside_payments_stopped');
  world.checkBooks();
});

test('a stop that another process stored after the reserve: nothing is sent', async () => {
  const bench = await startPayBench();
  const { world, service } = bench;
  service.breakage.onCall.set('newestPaymentIndex', async () => {
    stop(world.memory.safety, world.clock, 'books');
  });
  const refusal = refusalOf(await bench.pay(world.node.bill().bolt11));
  assert.match(refusal.kind === 'payment_failed' ? refusal.message : '', /payments are stopped/);
  assert.deepEqual(world.node.books.sent, []);
  assert.equal(onlyPayment(bench).state, 'failed');
  assert.equal(world.walletSat(bench.ann), 100_000n);
  world.checkBooks();
});

test('a stop does not end what this process is sending already', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, service } = bench;
  world.node.books.plan = { kind: 'hold' };
  refusalOf(await bench.pay(world.node.bill().bolt11));
  stop(world.memory.safety, world.clock, 'books');
  service.deps.dispatcher.start({ ...onlyPayment(bench), state: 'reserved' });
  await world.clock.advance(1000);
  assert.equal(onlyPayment(bench).endedAt, null);
  assert.equal(world.node.books.sent.length, 1);
  world.checkBooks();
});
