import { assert } from '../../../base/assert.ts';
import type { Database } from '../../../database/db.ts';
import type { Sql } from '../../../database/sql.ts';
import { type ActionEnd, DONE, type NewAction, NoAdminError } from '../operator-action.ts';

/**
 * Makes a change for an operator and logs it, in one transaction. Nothing is logged if nothing
 * changed, or if no action is given because the service itself makes the change.
 */
export function logged<T>(
  database: Database,
  action: NewAction | null | undefined,
  work: (sql: Sql) => Promise<T>,
  isDone: (answer: T) => boolean,
): Promise<T> {
  if (action == null) return database.transaction(work);
  return database.transaction(async (sql) => {
    await holdAdmin(sql, action);
    const answer = await work(sql);
    if (isDone(answer)) {
      const isNew = await insertAction(sql, action, DONE);
      assert(isNew, 'no other action has its id');
    }
    return answer;
  });
}

/**
 * Locks an admin's row until the transaction ends, so that no one can disable the admin while it
 * runs. An admin who is disabled already cannot act.
 */
export async function holdAdmin(sql: Sql, { adminId }: NewAction): Promise<void> {
  if (adminId === null) return;
  const [row] = await sql`
    select 1 from wallet_user
    where id = ${adminId} and is_admin and disabled_at is null and closed_at is null
    for share`;
  if (row === undefined) throw new NoAdminError('this user is not an admin any more');
}

/**
 * Writes an action to the log, together with its end if it is already over; false if an action with
 * this id was logged before.
 */
export async function insertAction(
  sql: Sql,
  { id, adminId, kind, subject, detail }: NewAction,
  end: ActionEnd | null,
): Promise<boolean> {
  const outcome = end === null ? null : JSON.stringify(end.outcome);
  const { count } = await sql`
    insert into operator_action (id, admin_id, kind, subject, detail, result, outcome, ended_at)
    values (
      ${id}, ${adminId}, ${kind}, ${subject}, ${JSON.stringify(detail)}, ${end?.result ?? null},
      ${outcome}, case when ${end !== null} then clock_timestamp() end)
    on conflict (id) do nothing`;
  return count === 1;
}
