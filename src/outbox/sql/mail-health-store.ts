import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { MailHealthStore } from '../outbox-store.ts';

export const createMailHealthStore = (database: Database): MailHealthStore =>
  bindQueries(database, { noteFailure, noteSuccess });

async function noteFailure(sql: Sql, tellAfterMs: number): Promise<boolean> {
  await sql`insert into mail_health default values on conflict do nothing`;
  await sql`
    update mail_health set failing_since = clock_timestamp() where failing_since is null`;
  // When several processes report a failure at the same time, only one of them is told that the
  // operator has to be told.
  const { count } = await sql`
    update mail_health set told_at = clock_timestamp()
    where failing_since <= clock_timestamp() - ${tellAfterMs} * interval '1 millisecond'
      and (told_at is null or told_at <= clock_timestamp() - interval '1 day')`;
  return count > 0;
}

async function noteSuccess(sql: Sql): Promise<boolean> {
  const rows = await sql<{ was_told: boolean }[]>`
    with before as (
      select told_at is not null as was_told from mail_health
      where failing_since is not null for update
    ), ended as (
      update mail_health set failing_since = null, told_at = null from before
    )
    select was_told from before`;
  return rows.some(({ was_told }) => was_told);
}
