import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { RootKeyStore } from '../root-key-store.ts';

export const createRootKeyStore = (database: Database): RootKeyStore =>
  bindQueries(database, { addRootKeys, listRootKeys, removeRootKeys });

async function addRootKeys(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql`
    insert into node_root_key (id) select unnest(${[...ids]}::text[])
    on conflict (id) do nothing`;
}

async function listRootKeys(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`select id from node_root_key order by id`;
  return rows.map(({ id }) => id);
}

async function removeRootKeys(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql`delete from node_root_key where id = any(${[...ids]}::text[])`;
}
