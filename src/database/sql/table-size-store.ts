import { bindQueries } from '../bind-queries.ts';
import type { Database } from '../db.ts';
import type { Sql } from '../sql.ts';
import type { TableSize, TableSizeStore } from '../table-size-store.ts';
import { listOutgrownSettings } from './outgrown-settings.ts';

export const createTableSizeStore = (database: Database): TableSizeStore =>
  bindQueries(database, { listTableSizes, listOutgrownSettings });

async function listTableSizes(sql: Sql, limit: number): Promise<readonly TableSize[]> {
  const rows = await sql<{ name: string; bytes: bigint; estimate: bigint }[]>`
    select relname::text as name, pg_total_relation_size(oid) as bytes,
      reltuples::bigint as estimate
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
    order by bytes desc, relname
    limit ${limit}`;
  return rows.map(({ name, bytes, estimate }) => ({
    name,
    bytes,
    rows: estimate < 0n ? null : estimate,
  }));
}
