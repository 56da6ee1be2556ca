import { assert } from '../../base/assert.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { Backlog, BacklogStore, FailingEndpoint } from '../backlog-store.ts';

export const createBacklogStore = (database: Database): BacklogStore =>
  bindQueries(database, { listFailing, readBacklog });

interface FailingRow {
  readonly url: string;
  readonly failing_since: Date;
  readonly consecutive_failures: number;
}

async function listFailing(sql: Sql, limit: number): Promise<readonly FailingEndpoint[]> {
  const rows = await sql<FailingRow[]>`
    select url, failing_since, consecutive_failures from webhook_endpoint
    where failing_since is not null and state = 'active'
    order by failing_since, id
    limit ${limit}`;
  return rows.map((row) => ({
    url: row.url,
    failingSince: row.failing_since,
    failures: row.consecutive_failures,
  }));
}

async function readBacklog(sql: Sql, most: number): Promise<Backlog> {
  const [row] = await sql<{ waiting: bigint; oldest_due_at: Date | null }[]>`
    select count(*) as waiting,
      min(next_at) filter (where next_at <= clock_timestamp()) as oldest_due_at
    from (select next_at from webhook_delivery where state = 'pending' limit ${most}) waiting`;
  assert(row !== undefined, 'an aggregate has one row');
  return { waiting: Number(row.waiting), oldestDueAt: row.oldest_due_at };
}
