import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alarm } from '../../src/alarms/alarm-store.ts';
import { DatabaseFault } from '../../src/database/database-fault.ts';
import { createRefusalNotes } from '../../src/database/refused-writes.ts';
import { alertRefusedWrites } from '../../src/node/alert-refused-writes.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const fault = (code: string): DatabaseFault =>
  new DatabaseFault(Object.assign(new Error(code), { code }));

test('a refused write is remembered for a minute, other failures are not', async () => {
  const clock = createVirtualClock();
  const notes = createRefusalNotes(clock);
  for (const code of ['40001', '23505', 'ECONNREFUSED']) notes.note(fault(code));
  notes.note(new Error('53100'));
  assert.equal(notes.last(), null);
  notes.note(fault('53100'));
  assert.deepEqual(notes.last(), { why: 'its disk is full' });
  await clock.advance(61_000);
  assert.equal(notes.last(), null);
  notes.note(fault('25006'));
  assert.deepEqual(notes.last(), { why: 'it may only be read' });
});

test('operators are told in the log at once, and by an alarm when one can be written', async () => {
  const raised: Alarm[] = [];
  const log = createListeningLog();
  const state = { refused: true, canWrite: false };
  const deps = {
    log,
    alarms: {
      raiseAlarm: async (alarm: Alarm): Promise<void> => {
        if (!state.canWrite) throw fault('53100');
        raised.push(alarm);
      },
    },
    databaseSafety: {
      refusedWrites: () => (state.refused ? { why: 'its disk is full' } : null),
    },
  };
  let untold = await alertRefusedWrites(deps, null);
  for (let turn = 0; turn < 10; turn += 1) untold = await alertRefusedWrites(deps, untold);
  assert.equal(log.text().match(/refuses writes/g)?.length, 1);
  assert.deepEqual(raised, []);
  state.refused = false;
  untold = await alertRefusedWrites(deps, untold);
  state.canWrite = true;
  untold = await alertRefusedWrites(deps, untold);
  assert.equal(untold, null);
  assert.deepEqual(
    raised.map(({ kind, detail }) => [kind, detail]),
    [['database_refuses_writes', 'the database refused what was to be written: its disk is full']],
  );
});
