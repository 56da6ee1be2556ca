import type { AttemptStore, CountedAttempt } from '../../authorization/attempt-store.ts';
import { assert } from '../../base/assert.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { bytesToBytea } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';

export const createAttemptStore = (database: Database): AttemptStore =>
  bindQueries(database, {
    takeAttempts,
    forgetAttempts,
    pruneAttempts,
  });

/**
 * The most by which the clocks of two processes are assumed to differ. A greater difference counts
 * as a mistake.
 */
const CLOCKS_DIFFER = '1 hour';

/**
 * Counts attempts in leaky buckets, each of which is stored as the time when it will be empty
 * (GCRA, ITU-T I.371). A refused attempt fills none of its buckets, so that further tries do not
 * prolong the wait. There is one exception: of two statements that fill a bucket at the same
 * moment, the later one may be refused after it has filled its other buckets. A bucket that is more
 * than full was filled by a process whose clock is far ahead: it counts as just full and empties
 * from now on. Smaller differences between clocks are not corrected, because otherwise someone
 * could empty a bucket by asking processes in turn.
 */
async function takeAttempts(
  sql: Sql,
  attempts: readonly CountedAttempt[],
  at: Date,
): Promise<number | null> {
  const asked = attempts.map(({ key, rate: { burst, everyMs } }) => ({
    key: bytesToBytea(key),
    cost_ms: everyMs,
    room_ms: everyMs * (burst - 1),
    full_ms: everyMs * burst,
  }));
  const [row] = await sql<{ taken: bigint; wait_ms: number | null }[]>`
    with asked as materialized (
      select key,
        ${at}::timestamptz + make_interval(secs => cost_ms / 1000.0) as filled_at,
        ${at}::timestamptz + make_interval(secs => room_ms / 1000.0) as latest,
        ${at}::timestamptz + make_interval(secs => full_ms / 1000.0) as full_at
      from json_to_recordset(${JSON.stringify(asked)})
        as one (
          key bytea, cost_ms double precision, room_ms double precision,
          full_ms double precision)
    ), over as materialized (
      select ceil(extract(epoch from max(
          case when attempt.forgotten_at > asked.full_at + ${CLOCKS_DIFFER}::interval
            then asked.full_at else attempt.forgotten_at end
          - asked.latest)) * 1000)::integer as wait_ms
      from asked join attempt using (key)
      where attempt.forgotten_at > asked.latest
    ), mended as (
      update attempt set forgotten_at = asked.full_at from asked
      where attempt.key = asked.key
        and attempt.forgotten_at > asked.full_at + ${CLOCKS_DIFFER}::interval
    ), taken as (
      insert into attempt (key, forgotten_at)
        select key, filled_at from asked
        where (select wait_ms from over) is null
        order by key
      on conflict (key) do update
        set forgotten_at = greatest(attempt.forgotten_at, ${at})
          + (excluded.forgotten_at - ${at}::timestamptz)
        where attempt.forgotten_at <= (
          select latest from asked where asked.key = excluded.key)
      returning key
    )
    select (select count(*) from taken) as taken, (select wait_ms from over) as wait_ms`;
  assert(row !== undefined, 'a statement without a table has a row');
  if (Number(row.taken) === attempts.length) return null;
  return Math.max(1, row.wait_ms ?? 0);
}

async function forgetAttempts(sql: Sql, keys: readonly Uint8Array[]): Promise<void> {
  await sql`delete from attempt where key = any (${sql.array([...keys], ARRAY_OF.bytea)})`;
}

async function pruneAttempts(sql: Sql, before: Date, limit: number): Promise<number> {
  const { count } = await sql`
    delete from attempt where key in (
      select key from attempt where forgotten_at <= ${before}
      order by forgotten_at limit ${limit})`;
  return count;
}
