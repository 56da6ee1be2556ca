import assert from 'node:assert/strict';
import type { Database } from '../../src/adapters/postgres/connection/db.ts';
import {
  openPool,
  type Sql,
  type StatementParameters,
} from '../../src/adapters/postgres/connection/sql.ts';

/** Sends a captured statement again, prepared, over any connection. */
export type Repeat<Row> = (sql: Sql) => Promise<readonly Row[]>;

/** Lets a store query the database once, and captures the one statement that it sent. */
export async function captureStatement<Row extends object>(
  url: string,
  work: (database: Database) => Promise<unknown>,
): Promise<Repeat<Row>> {
  const seen: Repeat<Row>[] = [];
  const onStatement = (text: string, parameters: StatementParameters): void => {
    // The driver writes into the lists that it is given.
    const values = parameters.values.map((value, place) => ({
      value,
      type: parameters.types[place] ?? 0,
    }));
    seen.push((other) =>
      other.unsafe<Row[]>(
        text,
        values.map((one) => toParameter(other, one)),
        { prepare: true },
      ),
    );
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
  await work({ query, transaction: query, sql, close: () => sql.end() });
  await sql.end();
  const [statement] = seen;
  assert(statement !== undefined && seen.length === 1, 'the store sends one statement');
  return statement;
}

interface Value {
  readonly value: StatementParameters['values'][number];
  readonly type: number;
}

/** The driver takes a bare list for one value of the type of its first element. */
const toParameter = (sql: Sql, { value, type }: Value) =>
  Array.isArray(value) ? sql.array(value, type) : sql.typed(value, type);
