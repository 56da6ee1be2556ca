import assert from 'node:assert/strict';
import postgres from 'postgres';
import type { Database } from '../../src/adapters/postgres/db.ts';
import type { Sql } from '../../src/adapters/postgres/sql.ts';

/** Sends a captured statement again, prepared, over any connection. */
export type Repeat<Row> = (sql: Sql) => Promise<readonly Row[]>;

/** Lets a store ask the database once, and takes the one statement that it sent. */
export async function captureStatement<Row extends object>(
  url: string,
  work: (database: Database) => Promise<unknown>,
): Promise<Repeat<Row>> {
  const seen: Repeat<Row>[] = [];
  const sql = postgres(url, {
    max: 1,
    fetch_types: false,
    types: { bigint: postgres.BigInt },
    debug: (_, text, parameters) => {
      // The driver writes into the list that it is given.
      const values = [...parameters];
      seen.push((other) => other.unsafe<Row[]>(text, [...values], { prepare: true }));
    },
  });
  const query: Database['query'] = (ask) => ask(sql);
  await work({ query, transaction: query, sql, close: () => sql.end() });
  await sql.end();
  const [statement] = seen;
  assert(statement !== undefined && seen.length === 1, 'the store sends one statement');
  return statement;
}
