import assert from 'node:assert/strict';
import postgres from 'postgres';
import type { Database } from '../../src/database/db.ts';
import { BY_INDEX } from '../../src/database/pool.ts';
import type { Sql } from '../../src/database/sql.ts';
import type { TestDatabase } from './database.ts';

/** What a store reads, with the query plans of the service. */
export interface ReadingCost {
  /** The numbers of rows and index entries that were read, by table, without those of zero. */
  readonly entries: ReadonlyMap<string, number>;
  /** Tables that EXPLAIN says are read as a whole, whatever they contain; not those of one row. */
  readonly wholeTables: readonly string[];
}

/** Measures what `work` reads. It must use only the database that it is given. */
export async function readingCost(
  { database, statements, superuserUrl }: TestDatabase,
  work: (database: Database) => Promise<unknown>,
): Promise<ReadingCost> {
  const entries = await database.transaction(async (sql) => {
    for (const [name, value] of Object.entries(BY_INDEX)) {
      await sql`select set_config(${name}, ${value}, true)`;
    }
    const before = await entriesSoFar(sql);
    statements.length = 0;
    await work({ ...database, query: (one) => one(sql), transaction: (one) => one(sql) });
    const texts = statements.splice(0);
    const after = await entriesSoFar(sql);
    const read = [...after].map(
      ([name, count]) => [name, count - (before.get(name) ?? 0)] as const,
    );
    return { texts, read: new Map(read.filter(([, count]) => count > 0)) };
  });
  assert(entries.texts.length > 0, 'it reads something');
  const wholeTables = await findWholeTables(superuserUrl, entries.texts);
  return { entries: entries.read, wholeTables };
}

async function entriesSoFar(sql: Sql): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ name: string; count: number }[]>`
    select t.relname::text as name,
      (pg_stat_get_xact_tuples_returned(t.oid) + coalesce((
        select sum(pg_stat_get_xact_tuples_returned(i.indexrelid))
        from pg_index i where i.indrelid = t.oid), 0))::integer as count
    from pg_class t
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'`;
  return new Map(rows.map(({ name, count }) => [name, count]));
}

async function findWholeTables(url: string, texts: readonly string[]): Promise<readonly string[]> {
  const sql = postgres(url, { max: 1 });
  try {
    for (const [name, value] of Object.entries(BY_INDEX)) {
      await sql`select set_config(${name}, ${value}, false)`;
    }
    const plans: unknown[] = [];
    for (const text of texts.filter((one) => /^\s*(select|with|delete)\b/.test(one))) {
      plans.push(await sql.unsafe(`explain (generic_plan, format json) ${text}`));
    }
    const found = JSON.stringify(plans).matchAll(/"Seq Scan"[^{}[\]]*?"Relation Name":"(\w+)"/g);
    const single = await sql<{ name: string }[]>`
      select attrelid::regclass::text as name from pg_attribute where attname = 'is_only'`;
    const ofOneRow = new Set(single.map(({ name }) => name));
    const names = [...found].map(([, name]) => name ?? '').filter((name) => !ofOneRow.has(name));
    return [...new Set(names)].sort();
  } finally {
    await sql.end();
  }
}

/** Counts the rows that `work` reads, from all tables and by all indexes. */
export async function countReads(
  database: Database,
  work: (database: Database) => Promise<unknown>,
): Promise<number> {
  return await database.transaction(async (sql) => {
    for (const [name, value] of Object.entries(BY_INDEX)) {
      await sql`select set_config(${name}, ${value}, true)`;
    }
    const before = await rowsSoFar(sql);
    await work({ ...database, query: (one) => one(sql), transaction: (one) => one(sql) });
    return (await rowsSoFar(sql)) - before;
  });
}

/** Rows that this connection has read and has not yet reported to the statistics. */
async function rowsSoFar(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as count
    from pg_stat_xact_user_tables`;
  assert(row !== undefined);
  return row.count;
}
