import type postgres from 'postgres';
import { eventually } from './eventually.ts';

/**
 * Clears a table of what no one can see any more. A vacuum leaves what someone may still see, and
 * for a moment any connection that begins somewhere on the server counts as such.
 */
export const vacuumAll = (sql: postgres.Sql, table: string): Promise<true> =>
  eventually(`all of ${table} is visible`, async () => {
    await sql`vacuum (analyze) ${sql(table)}`;
    const [seen] = await sql`
      select from pg_class where oid = ${table}::regclass and relallvisible = relpages`;
    return seen === undefined ? null : true;
  });
