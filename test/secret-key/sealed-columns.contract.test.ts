import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { SEALED_COLUMNS } from '../../src/secret-key/sealed-columns.ts';
import { testDatabase } from '../support/database.ts';

const { database } = await testDatabase({ after });
const SOURCE = new URL('../../src/', import.meta.url);

test('every sealed column of the database is sealed again when the key is replaced', async () => {
  const columns = await database.query(
    (sql) => sql<{ table: string; column: string }[]>`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' and column_name like '%sealed%'
      order by table_name, column_name`,
  );
  const known = SEALED_COLUMNS.map(({ table, column }) => ({ table, column }));
  assert.deepEqual([...columns], known, 'add the column to sealed-columns.ts');
});

test('the primary keys of the sealed tables are those that the list names', async () => {
  for (const { table, key } of SEALED_COLUMNS) {
    const columns = await database.query(
      (sql) => sql<{ name: string; type: string }[]>`
        select a.attname as name, format_type(a.atttypid, null) as type
        from pg_index i
        cross join lateral unnest(i.indkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
        where i.indrelid = ${table}::regclass and i.indisprimary
        order by k.place`,
    );
    assert.deepEqual([...columns], key, table);
  }
});

/** Purposes of keys with which nothing is sealed for storage, but cookies and forms are signed. */
const SIGNED = ['forms of users', 'known browser'];

test('every purpose for which something is sealed has its column in the list', async () => {
  const used = new Set<string>();
  const sealing: string[] = [];
  for (const path of await readdir(SOURCE, { recursive: true })) {
    if (!path.endsWith('.ts')) continue;
    const text = await readFile(new URL(path, SOURCE), 'utf8');
    for (const [, purpose = ''] of text.matchAll(/\.sealKey\('([^']+)'\)/g)) used.add(purpose);
    const names = /import \{([^}]*)\} from '[./]*authorization\/sealed-box\.ts'/.exec(text)?.[1];
    if (names !== undefined && /\bseal\b/.test(names)) sealing.push(path);
  }
  const listed = [...SEALED_COLUMNS.map(({ purpose }) => purpose), ...SIGNED];
  assert.deepEqual([...used, 'kept keys'].toSorted(), listed.toSorted());
  assert.deepEqual(
    sealing.toSorted(),
    [
      'accounts/set-up-authenticator.ts',
      'apps/nwc-keys/nwc-kind.ts',
      'apps/nwc-keys/pair-app.ts',
      'outbox/sealed-mail.ts',
      'secret-key/rotate-key.ts',
      'secret-key/seal-again.ts',
      'webhooks/signing-secrets.ts',
    ],
    'what these files seal is in sealed-columns.ts: check a new one, and add it here',
  );
});
