import { bindQueries } from '../bind-queries.ts';
import { findWeaknesses, type ServerDemands } from '../check-server.ts';
import type { DatabaseSafety } from '../database-safety.ts';
import type { Database } from '../db.ts';
import { findOldRelease } from '../newest-minors.ts';
import type { Sql } from '../sql.ts';

export const createDatabaseSafety = (
  database: Database,
  demands: ServerDemands,
): DatabaseSafety => ({
  findWeaknesses: () => database.query((sql) => findWeaknesses(sql, demands)),
  refusedWrites: () => database.refusedWrites(),
  ...bindQueries(database, { isStandbyAway, findOldRelease: oldReleaseOf }),
});

export async function oldReleaseOf(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ number: number }[]>`
    select current_setting('server_version_num')::integer as number`;
  return row === undefined ? null : findOldRelease(row.number);
}

/**
 * A commit that has waited for so many seconds shows that the standby is away: one that answers
 * takes milliseconds.
 */
const LONG_WAIT_SEC = 3;

/**
 * Whether a standby is away, seen from commits that wait for it for long. The server shows what all
 * connections of this role wait for.
 */
export async function isStandbyAway(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ is_away: boolean }[]>`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and wait_event = 'SyncRep'
        and query_start < clock_timestamp() - ${LONG_WAIT_SEC}::integer * interval '1 second'
    ) as is_away`;
  return row?.is_away === true;
}
