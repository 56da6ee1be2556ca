import type postgres from 'postgres';
import { eventually } from './eventually.ts';

/**
 * Vacuums a table until all rows are removed that no one can see any more. A vacuum keeps rows that
 * someone might still see, and any connection that is just being opened on the server counts as
 * such for a moment.
 */
export const vacuumAll = (sql: postgres.Sql, table: string): Promise<true> =>
  eventually(`all of ${table} is visible`, async () => {
    await sql`vacuum (analyze) ${sql(table)}`;
    const [seen] = await sql`
      select from pg_class where oid = ${table}::regclass and relallvisible = relpages`;
    return seen === undefined ? null : true;
  });
