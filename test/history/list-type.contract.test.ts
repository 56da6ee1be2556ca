import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, it } from 'node:test';
import fc from 'fast-check';
import { ARRAY_OF } from '../../src/database/sql.ts';
import { checkProperty } from '../support/check-property.ts';
import { testDatabase } from '../support/database.ts';

const { database } = await testDatabase({ after });
const { sql } = database;

it('texts of any kind go in and come out as they are, and so do nulls', async () => {
  const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
  const tricky = fc.constantFrom('', 'NULL', 'null', '{}', '"', '\\', '\\"', ',', ' a ', '\n', "'");
  const lists = fc.array(fc.oneof(text, tricky, fc.constant(null)), { maxLength: 12 });
  await checkProperty(
    fc.asyncProperty(lists, async (list) => {
      const [row] = await sql`select ${sql.array(list, ARRAY_OF.text)} as list,
        (select count(*) from unnest(${sql.array(list, ARRAY_OF.text)}) item where item is null)
          as nulls`;
      assert.deepEqual(row, {
        list,
        nulls: BigInt(list.filter((value) => value === null).length),
      });
    }),
    { numRuns: 300 },
  );
});

it('each kind of list keeps its values', async () => {
  const ids = [randomUUID(), randomUUID()];
  const times = [new Date(0), new Date('2026-01-02T03:04:05.678Z')];
  const bytes = [new Uint8Array([0, 34, 92, 255]), new Uint8Array()];
  const [row] = await sql`
    select ${sql.array([true, false], ARRAY_OF.boolean)} as flags,
      ${sql.array(bytes, ARRAY_OF.bytea)} as bytes,
      ${sql.array([-2147483648, 0], ARRAY_OF.integer)} as numbers,
      ${sql.array([2n ** 63n - 1n], ARRAY_OF.bigint)} as big,
      ${sql.array(times, ARRAY_OF.timestamptz)} as times,
      ${sql.array(ids, ARRAY_OF.uuid)} as ids`;
  assert.deepEqual(row, {
    flags: [true, false],
    bytes,
    numbers: [-2147483648, 0],
    big: [2n ** 63n - 1n],
    times,
    ids,
  });
});

it('the server takes a list for what it is', async () => {
  const ids = [randomUUID(), randomUUID()];
  const [row] = await sql<{ found: number }[]>`
    select count(*)::integer as found
    from unnest(${sql.array(ids, ARRAY_OF.uuid)}) id where id = any (${ids})`;
  assert.equal(row?.found, 2);
  const [empty] = await sql<{ found: boolean }[]>`
    select ${ids[0] ?? ''} = any (${sql.array<string[]>([], ARRAY_OF.uuid)}) as found`;
  assert.equal(empty?.found, false);
});

it('lists within lists, and lists that count from elsewhere, are not mistaken', async () => {
  await assert.rejects(sql`select array[array[1], array[2]]`.execute(), /one dimension/);
  await assert.rejects(sql`select '[0:1]={1,2}'::integer[]`.execute(), /one dimension/);
});
