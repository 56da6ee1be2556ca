import type { NewAction } from '../../alarms/operator-log/operator-action.ts';
import { logged } from '../../alarms/operator-log/sql/write-action.ts';
import { endAlarm, raiseAlarm } from '../../alarms/sql/alarm-store.ts';
import { assert } from '../../base/assert.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import { isAnyHeld, type LockdownPart } from '../held-parts.ts';
import type { HeldCounts, Lockdown, LockdownOrder, LockdownStore } from '../lockdown-store.ts';
import { HELD_PARTS, type HeldRow, LOCKDOWN_NUMBER, parseHeld } from './lockdown-sql.ts';

export const createLockdownStore = (database: Database): LockdownStore => ({
  ...bindQueries(database, { readLockdown, countHeld }),
  lockDown: async (order, action) => {
    await logged(
      database,
      action,
      (sql) => begin(sql, order, action),
      () => true,
    );
    await database.query(waitForChanges);
  },
  lift: (parts, number, action) =>
    logged(
      database,
      action,
      (sql) => lift(sql, parts, number),
      (lifted) => lifted.length > 0,
    ),
});

const ALARM = { kind: 'lockdown', subject: '' } as const;

async function begin(
  sql: Sql,
  { reason, keptSessionId }: LockdownOrder,
  { adminId }: NewAction,
): Promise<void> {
  await sql`select begin_lockdown(${adminId}::uuid, ${reason}, ${keptSessionId}::uuid)`;
  const detail = `nothing leaves, and apps and changes of accounts wait: ${reason}`;
  await raiseAlarm(sql, { ...ALARM, detail });
}

/**
 * Waits until all changes have ended that had asked before the lockdown whether they may be made.
 * The lockdown is in force already, so a process that hangs in such a change cannot delay it.
 */
async function waitForChanges(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('lockdown'), 0)`;
}

async function lift(
  sql: Sql,
  parts: readonly LockdownPart[],
  number: number | null,
): Promise<readonly LockdownPart[]> {
  const [row] = await sql<{ lifted: LockdownPart[] }[]>`
    select release_lockdown(${sql.array([...parts], ARRAY_OF.text)}, ${number}::integer) as lifted`;
  assert(row !== undefined, 'a function has a result');
  const present = await readLockdown(sql);
  if (present !== null && !isAnyHeld(present.held)) {
    await endAlarm(sql, ALARM, 'all parts of the lockdown were lifted');
  }
  return row.lifted;
}

interface LockdownRow extends HeldRow {
  readonly number: number;
  readonly since: Date;
  readonly reason: string;
  readonly by_name: string | null;
}

async function readLockdown(sql: Sql): Promise<Lockdown | null> {
  const [row] = await sql<LockdownRow[]>`
    select l.number, l.since, l.reason, coalesce(u.email, u.identifier) as by_name,
      ${sql.unsafe(HELD_PARTS)}
    from lockdown l
    left join wallet_user u on u.id = l.admin_id`;
  if (row === undefined) return null;
  const { number, since, reason, by_name: by } = row;
  return { number, since, reason, by, held: parseHeld(row) };
}

async function countHeld(sql: Sql, at: Date): Promise<HeldCounts> {
  const [row] = await sql<{ [name in keyof HeldCounts]: bigint }[]>`
    select
      (select count(*) from app_grant g join client c on c.id = g.client_id
        where g.kind = 'app' and g.revoked_at is null and c.removed_at is null) as apps,
      (select count(*) from personal_token
        where revoked_at is null and (expires_at is null or expires_at > ${at})) as tokens,
      (select count(*) from app_grant
        where kind <> 'app' and revoked_at is null
          and (expires_at is null or expires_at > ${at})) as connections,
      (select count(*) from one_time_link where expires_at > ${at}) as links,
      (select count(*) from session s
        join wallet_user u on u.id = s.user_id and u.session_epoch = s.session_epoch
        where s.signed_in_at is not null and s.expires_at > ${at} and u.disabled_at is null
          and s.lockdown_number >= ${sql.unsafe(LOCKDOWN_NUMBER)}) as sessions`;
  assert(row !== undefined, 'counts have a row');
  return {
    apps: Number(row.apps),
    tokens: Number(row.tokens),
    connections: Number(row.connections),
    links: Number(row.links),
    sessions: Number(row.sessions),
  };
}
