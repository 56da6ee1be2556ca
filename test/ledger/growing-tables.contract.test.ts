import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../support/database.ts';

const GROWING = ['invoice', 'payment', 'posting', 'receipt', 'settled_record', 'transfer'];

test('tables that mostly grow are vacuumed after each 2 % of new rows', async (t) => {
  const { database } = await testDatabase(t);
  const rows = await database.sql<{ name: string }[]>`
    select relname as name from pg_class
    where 'autovacuum_vacuum_insert_scale_factor=0.02' = any (reloptions) order by relname`;
  assert.deepEqual(
    rows.map(({ name }) => name),
    GROWING,
  );
});
