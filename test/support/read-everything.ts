import type { Database } from '../../src/database/db.ts';

/** Reads all rows of all tables that the service may read, as text, with bytes in hex. */
export async function readEverything({ sql }: Database): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and has_table_privilege(oid, 'select')
    order by relname`;
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t`;
    texts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return texts.join('\n');
}
