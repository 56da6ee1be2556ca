import assert from 'node:assert/strict';
import type { Database } from '../../src/database/db.ts';
import { openPool } from '../../src/database/pool.ts';
import type { Parameter, Sql } from '../../src/database/sql.ts';

/** Sends a captured statement again, prepared, over any connection. */
export type Repeat<Row> = (sql: Sql) => Promise<readonly Row[]>;

/** Lets a store query the database once, and captures the single statement that it sends. */
export async function captureStatement<Row extends object>(
  url: string,
  work: (database: Database) => Promise<unknown>,
): Promise<Repeat<Row>> {
  const seen: Repeat<Row>[] = [];
  const onStatement = (text: string, values: readonly Parameter[]): void => {
    seen.push((other) => other.unsafe<Row[]>(text, values));
  };
  const sql = openPool(
    {
      url,
      applicationName: 'bench capture',
      onStatement,
      statementTimeoutMs: 30_000,
      lockTimeoutMs: 10_000,
    },
    { max: 1 },
  );
  const query: Database['query'] = (ask) => ask(sql);
  await work({ query, transaction: query, refusedWrites: () => null, sql, close: () => sql.end() });
  await sql.end();
  const [statement] = seen;
  assert(statement !== undefined && seen.length === 1, 'the store sends one statement');
  return statement;
}
