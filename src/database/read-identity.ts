import { assert } from '../base/assert.ts';
import type { Sql } from './sql.ts';

/**
 * Identifies a database by its cluster and by the timeline that it writes now. An earlier state may
 * also come back within the same cluster, as another database or with its tables made again, so the
 * stored identifier is a digest over the numbers of cluster, database and table.
 */
export interface DatabaseIdentity {
  readonly system_identifier: bigint;
  readonly timeline: bigint;
}

export async function readIdentity(sql: Sql): Promise<DatabaseIdentity> {
  const [row] = await sql<DatabaseIdentity[]>`
    select
      ('x' || left(encode(sha256(convert_to(concat_ws(' ', system_identifier,
        (select oid from pg_database where datname = current_database()),
        'public.database_mark'::regclass::oid), 'UTF8')), 'hex'), 16))::bit(64)::bigint
        as system_identifier,
      ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint as timeline
    from pg_control_system()`;
  assert(row !== undefined, 'a cluster has one identity');
  return row;
}
