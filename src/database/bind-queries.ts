import type { Database } from './db.ts';
import type { Sql } from './sql.ts';

type Query = (sql: Sql, ...input: never[]) => Promise<unknown>;
type Queries = Readonly<Record<string, Query>>;

/**
 * The type of a store's methods. They are the given functions without their first argument, the SQL
 * query tag.
 */
type Bound<All extends Queries> = {
  readonly [Name in keyof All]: All[Name] extends (sql: Sql, ...input: infer Input) => infer Answer
    ? (...input: Input) => Answer
    : never;
};

/**
 * Makes the methods of a store from functions that send one statement each. Every call runs its
 * statement on its own, outside of a transaction with others.
 */
export function bindQueries<All extends Queries>(
  database: Pick<Database, 'query'>,
  queries: All,
): Bound<All>;
export function bindQueries(database: Pick<Database, 'query'>, queries: Queries): object {
  const bound = Object.entries(queries).map(([name, query]) => [
    name,
    (...input: never[]) => database.query((sql) => query(sql, ...input)),
  ]);
  return Object.fromEntries(bound);
}
