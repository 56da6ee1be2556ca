import { assert } from '../base/assert.ts';
import type { Sql } from './sql.ts';

/**
 * Identifies the database, so that a return to an earlier state is noticed. It is known by its
 * cluster and by the timeline that the cluster writes now. An earlier state may also come back
 * within the same cluster, as another database or with its tables created again, so
 * `system_identifier` is a digest of the numbers of cluster, database and table.
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
