import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createProcessStore } from '../../src/background/sql/process-store.ts';
import type { Database } from '../../src/database/db.ts';
import { createRootKeyStore } from '../../src/node/sql/root-key-store.ts';
import { testDatabase } from '../support/database.ts';

const cleanups: (() => Promise<void>)[] = [];
let database: Database;
before(async () => {
  ({ database } = await testDatabase({ after: (fn) => cleanups.push(fn) }));
});
after(async () => {
  for (const cleanup of cleanups) await cleanup();
});

test('root keys are noted once, until they are removed', async () => {
  const store = createRootKeyStore(database);
  assert.deepEqual(await store.listRootKeys(), []);
  await store.addRootKeys(['12', '18446744073709551615']);
  await store.addRootKeys(['12', '3']);
  await store.removeRootKeys(['3', 'none']);
  assert.deepEqual(await store.listRootKeys(), ['12', '18446744073709551615']);
  await assert.rejects(store.addRootKeys(['0']), /check/);
});

test('a living process says which root keys it uses, and one of an earlier version does not', async () => {
  const processes = createProcessStore(database);
  const living = () => processes.listLiving(60_000);
  await processes.heartbeat('now', 'api', ['1', '2']);
  assert.deepEqual(await living(), [{ id: 'now', role: 'api', rootKeyIds: ['1', '2'] }]);
  await processes.heartbeat('now', 'api', ['2']);
  await database.query((sql) => sql`insert into process (id, role) values ('earlier', 'worker')`);
  assert.deepEqual(await living(), [
    { id: 'now', role: 'api', rootKeyIds: ['2'] },
    { id: 'earlier', role: 'worker', rootKeyIds: null },
  ]);
  assert.deepEqual(await processes.listLiving(-1), []);
  await processes.declareOthersGone('earlier');
  assert.deepEqual(
    (await living()).map(({ id }) => id),
    ['earlier'],
  );
});
