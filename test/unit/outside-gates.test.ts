import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { STOP_FILE } from '../../src/adapters/stop-file.ts';
import { firstToStop, operatorGate } from '../../src/compose/outside-gates.ts';
import { readConfig } from '../../src/config/config.ts';
import { createStoredStops } from '../../src/usecases/stored-stops.ts';

test('the stop file counts at once, while the service runs, and goes away with the file', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const gate = operatorGate(readConfig({ SATCHEL_DATA_DIR: folder }));
  assert.equal(gate.stopReason(), null);
  await writeFile(join(folder, STOP_FILE), '');
  assert.match(gate.stopReason() ?? '', /stop-outside-payments/);
  await rm(join(folder, STOP_FILE));
  assert.equal(gate.stopReason(), null);
});

test('the variable counts from the start', () => {
  const off = operatorGate(readConfig({ SATCHEL_OUTSIDE_PAYMENTS: 'off' }));
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

test('what the database says is closed until it was read, and keeps its word while it is away', async () => {
  let stops = [{ reason: 'restored' as const, detail: 'it was restored', since: new Date() }];
  let isAway = false;
  const gate = createStoredStops({
    listStops: async () => {
      if (isAway) throw new Error('away');
      return stops;
    },
  });
  assert.notEqual(gate.stopReason(), null);
  await gate.refresh();
  assert.equal(gate.stopReason(), 'it was restored');
  isAway = true;
  await assert.rejects(gate.refresh());
  assert.equal(gate.stopReason(), 'it was restored');
  isAway = false;
  stops = [];
  await gate.refresh();
  assert.equal(gate.stopReason(), null);
});
