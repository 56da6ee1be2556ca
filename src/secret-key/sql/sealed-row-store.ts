import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { SealedRow, SealedRowStore } from '../seal-again.ts';
import type { SealedColumn } from '../sealed-columns.ts';

export const createSealedRowStore = (database: Database): SealedRowStore =>
  bindQueries(database, { listRows, replace });

async function listRows(
  sql: Sql,
  { table, column, key }: SealedColumn,
  after: readonly string[] | null,
  limit: number,
): Promise<readonly SealedRow[]> {
  const names = key.map(({ name }) => name).join(', ');
  const texts = key.map(({ name }) => `${name}::text`).join(', ');
  return await sql.unsafe<SealedRow[]>(
    `select array[${texts}] as key, ${column} as sealed from ${table}
    where $1::boolean or (${names}) > (${valuesOf(key, 3)})
    order by ${names} limit $2`,
    [String(after === null), String(limit), ...key.map((_, place) => after?.[place] ?? null)],
  );
}

async function replace(
  sql: Sql,
  { table, column, key: columns }: SealedColumn,
  { key, sealed: old }: SealedRow,
  sealed: Uint8Array,
): Promise<boolean> {
  const names = columns.map(({ name }) => name).join(', ');
  const { count } = await sql.unsafe(
    `update ${table} set ${column} = $1
    where (${names}) = (${valuesOf(columns, 3)}) and ${column} = $2`,
    [Buffer.from(sealed), Buffer.from(old), ...key],
  );
  return count === 1;
}

/** SQL for the values of a primary key, which are bound as text from the given parameter on. */
const valuesOf = (key: SealedColumn['key'], from: number): string =>
  key.map(({ type }, place) => `$${from + place}::text::${type}`).join(', ');
