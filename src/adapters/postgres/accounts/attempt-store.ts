import type { AttemptRate, AttemptStore } from '../../../access/attempt-store.ts';
import { bindQueries } from '../connection/bind-queries.ts';
import type { Database } from '../connection/db.ts';
import type { Sql } from '../connection/sql.ts';

export const createAttemptStore = (database: Database): AttemptStore =>
  bindQueries(database, {
    takeAttempt,
    forgetAttempts,
    sweepAttempts,
  });

/**
 * The bucket is stored as one time: when it will be empty (GCRA, ITU-T I.371). A full bucket stays
 * unchanged, so that further tries do not prolong the wait.
 */
async function takeAttempt(
  sql: Sql,
  key: Uint8Array,
  { burst, everyMs }: AttemptRate,
  at: Date,
): Promise<number | null> {
  const later = (ms: number): Date => new Date(at.getTime() + ms);
  const { count } = await sql`
    insert into attempt (key, forgotten_at) values (${key}, ${later(everyMs)})
    on conflict (key) do update
    set forgotten_at =
      greatest(attempt.forgotten_at, ${at}) + make_interval(secs => ${everyMs / 1000})
    where attempt.forgotten_at <= ${later(everyMs * (burst - 1))}`;
  if (count === 1) return null;
  const [row] = await sql<{ forgotten_at: Date }[]>`
    select forgotten_at from attempt where key = ${key}`;
  const emptyAtMs = row?.forgotten_at.getTime() ?? at.getTime();
  return Math.max(1, emptyAtMs - later(everyMs * (burst - 1)).getTime());
}

async function forgetAttempts(sql: Sql, key: Uint8Array): Promise<void> {
  await sql`delete from attempt where key = ${key}`;
}

async function sweepAttempts(sql: Sql, before: Date, limit: number): Promise<number> {
  const { count } = await sql`
    delete from attempt where key in (
      select key from attempt where forgotten_at <= ${before}
      order by forgotten_at limit ${limit})`;
  return count;
}
