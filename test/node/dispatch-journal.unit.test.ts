import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { dispatchRecord } from '../../src/app/compose/dispatch-record-file.ts';
import { readConfig } from '../../src/config/config.ts';
import {
  createDispatchJournal,
  type DispatchRecord,
} from '../../src/node/rewind/dispatch-journal.ts';
import { openDataFolder } from '../../src/system/data-folder.ts';
import { createSeededRandom } from '../support/seeded-random.ts';

/** A database that knows some payments, and a data folder. */
function startBench() {
  const database = { known: new Set<string>(), stops: 0, alarms: 0 };
  const folder = { text: '', isBroken: false, writes: 0 };
  const record: DispatchRecord = {
    read: async () => folder.text.split(' ').filter((id) => id !== ''),
    write: async (ids) => {
      if (folder.isBroken) throw new Error('the disk is full');
      folder.writes += 1;
      await new Promise((resolve) => setImmediate(resolve));
      folder.text = ids.join(' ');
    },
  };
  const start = (kept: DispatchRecord | null = record) =>
    createDispatchJournal({
      record: kept,
      comparisons: {
        findLost: async (ids) => ids.filter((id) => !database.known.has(id)),
        stopAsRewound: async () => {
          database.stops += 1;
        },
      },
      alarms: {
        raiseAlarm: async () => {
          database.alarms += 1;
        },
      },
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });
  return { database, folder, start };
}

test('M93 a database that lost what this process began is noticed, once', async () => {
  const { database, start } = startBench();
  const begun = start(null);
  await begun.check();
  for (const id of ['a', 'b']) {
    database.known.add(id);
    await begun.note(id);
  }
  await begun.check();
  assert.equal(database.stops, 0);
  database.known.delete('b');
  await begun.check();
  await begun.check();
  assert.deepEqual([database.stops, database.alarms], [1, 1]);
});

test('M93 the data folder tells the next process what the earlier one began', async () => {
  const { database, folder, start } = startBench();
  const first = start();
  database.known.add('a');
  await first.note('a');
  assert.equal(folder.text, 'a');
  await start().check();
  assert.equal(database.stops, 0);
  database.known.clear();
  await start().check();
  assert.equal(database.stops, 1);
  assert.equal(folder.text, '', 'the stop that stands in the database says it from now on');
});

test('what is noted at once is written together, and each call waits until it is on the disk', async () => {
  const { database, folder, start } = startBench();
  const begun = start();
  const ids = Array.from({ length: 20 }, (_, place) => `id-${place}`);
  await Promise.all(
    ids.map(async (id) => {
      database.known.add(id);
      await begun.note(id);
      assert(folder.text.split(' ').includes(id));
    }),
  );
  assert(folder.writes < ids.length);
  for (let count = 0; count < 100; count += 1) await begun.note(`later-${count}`);
  assert.equal(folder.text.split(' ').length, 64, 'the newest tell as much as all');
});

test('one that is begun again and again does not push out the others', async () => {
  const { database, folder, start } = startBench();
  const begun = start();
  for (const id of ['a', 'b']) await begun.note(id);
  for (let count = 0; count < 100; count += 1) await begun.note('b');
  assert.equal(folder.text, 'a b');
  database.known.add('b');
  await begun.check();
  assert.equal(database.stops, 1, 'a is missing');
});

test('a comparison that is due makes them superfluous', async () => {
  const { database, folder, start } = startBench();
  const begun = start();
  await begun.note('a');
  await begun.forget();
  await begun.check();
  assert.deepEqual([database.stops, folder.text], [0, '']);
});

test('M93 the file is kept only where the node is shared, and anything else in it is passed over', async (t) => {
  const path = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  t.after(() => rm(path, { recursive: true }));
  const dataFolder = await openDataFolder(path, createSeededRandom(1));
  const recordOf = (shared: string) =>
    dispatchRecord({ config: readConfig({ SATCHEL_NODE_SHARED: shared }), dataFolder });
  assert.equal(recordOf('off'), null);
  const record = recordOf('on');
  assert(record !== null);
  assert.deepEqual(await record.read(), []);
  const ids = ['0160af04-6b0b-7c3e-8f7a-0123456789ab', '0160af04-6b0b-7c3e-8f7a-0123456789ac'];
  await record.write(ids);
  assert.deepEqual(await recordOf('on')?.read(), ids);
  await appendFile(join(path, 'begun-payments'), '0160af04-6b0b');
  assert.deepEqual(await record.read(), ids);
  assert.deepEqual(await readdir(path), ['begun-payments']);
});

test('what cannot be written is not begun', async () => {
  const { folder, start } = startBench();
  folder.isBroken = true;
  await assert.rejects(start().note('a'), /the disk is full/);
});
