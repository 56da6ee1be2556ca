import { bindQueries } from '../../../database/bind-queries.ts';
import { isUuid } from '../../../database/column-values.ts';
import type { Database } from '../../../database/db.ts';
import type { Sql } from '../../../database/sql.ts';
import {
  type ActionQuery,
  BY_COMMAND,
  type OperatorAction,
  type OperatorActionStore,
} from '../../operator-action-store.ts';
import type {
  ActionDetail,
  ActionEnd,
  ActionKind,
  ActionResult,
  NewAction,
} from '../operator-action.ts';
import { holdAdmin, insertAction } from './write-action.ts';

export const createOperatorActionStore = (database: Database): OperatorActionStore => ({
  begin: (action) => database.transaction((sql) => begin(sql, action)),
  ...bindQueries(database, { end, listOpen, list, findAccountNames, listAdmins }),
});

/**
 * SQL for the account name of a user in the rows `u`. src/users/account-name.ts defines the same
 * name.
 */
const ACCOUNT_NAME = 'coalesce(u.email, u.identifier)';

const LAST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

async function begin(sql: Sql, action: NewAction): Promise<boolean> {
  await holdAdmin(sql, action);
  return await insertAction(sql, action, null);
}

async function end(sql: Sql, id: string, { result, outcome }: ActionEnd): Promise<void> {
  await sql`
    update operator_action
    set result = ${result}, outcome = ${JSON.stringify(outcome)}, ended_at = clock_timestamp()
    where id = ${id} and ended_at is null`;
}

async function listOpen(sql: Sql, kind: ActionKind, limit: number): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from operator_action
    where kind = ${kind} and ended_at is null and admin_id is not null
    order by id
    limit ${limit}`;
  return rows.map(({ id }) => id);
}

interface ActionRow {
  readonly id: string;
  readonly began_at: Date;
  readonly admin_id: string | null;
  readonly identifier: string | null;
  readonly account_name: string | null;
  readonly kind: ActionKind;
  readonly subject: string;
  readonly detail: string;
  readonly result: ActionResult | null;
  readonly outcome: string | null;
  readonly ended_at: Date | null;
}

async function list(
  sql: Sql,
  { kind, who, after, limit }: ActionQuery,
): Promise<readonly OperatorAction[]> {
  const id = after !== null && isUuid(after) ? after : null;
  const rows = await sql<ActionRow[]>`
    select a.id, a.began_at, a.admin_id, u.identifier,
      case when u.closed_at is null then ${sql.unsafe(ACCOUNT_NAME)} end as account_name,
      a.kind, a.subject, a.detail, a.result, a.outcome, a.ended_at
    from operator_action a
    left join wallet_user u on u.id = a.admin_id
    where ${kind === null ? sql`true` : sql`a.kind = ${kind}`} and ${byWhom(sql, who)}
      and (a.began_at, a.id) < (
        coalesce(
          (select began_at from operator_action where id = ${id}::uuid), 'infinity'::timestamptz),
        coalesce(${id}::uuid, ${LAST_UUID}::uuid))
    order by a.began_at desc, a.id desc
    limit ${limit}`;
  return rows.map(parseAction);
}

function byWhom(sql: Sql, who: string | null) {
  if (who === null) return sql`true`;
  if (who === BY_COMMAND) return sql`a.admin_id is null`;
  return sql`a.admin_id = (select id from wallet_user where identifier = ${who})`;
}

function parseAction(row: ActionRow): OperatorAction {
  const { id, kind, subject, result, outcome } = row;
  const detail: ActionDetail = JSON.parse(row.detail);
  return {
    id,
    kind,
    subject,
    detail,
    beganAt: row.began_at,
    adminId: row.admin_id,
    admin:
      row.identifier === null
        ? null
        : { identifier: row.identifier, accountName: row.account_name },
    end:
      result === null || outcome === null || row.ended_at === null
        ? null
        : { result, outcome: JSON.parse(outcome), endedAt: row.ended_at },
  };
}

/** Whether a text is the hash of a link. The log names invitations by these hashes. */
const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** Finds names of accounts, and e-mail addresses of invited people. */
async function findAccountNames(
  sql: Sql,
  users: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ id: string; identifier: string; account_name: string }[]>`
    select id::text, identifier, ${sql.unsafe(ACCOUNT_NAME)} as account_name
    from wallet_user u
    where (id = any(${users.filter(isUuid)}::uuid[]) or identifier = any(${users}::text[]))
      and closed_at is null
    union all
    select encode(i.token_hash, 'hex'), '', coalesce(i.email, ${sql.unsafe(ACCOUNT_NAME)})
    from invitation i
    left join wallet_user u on u.id = i.user_id and u.closed_at is null
    where i.token_hash in (
        select decode(hash, 'hex') from unnest(${users.filter(isHash)}::text[]) as hash)
      and coalesce(i.email, u.identifier) is not null`;
  return new Map(
    rows.flatMap(({ id, identifier, account_name: name }) => [
      [id, name],
      [identifier, name],
    ]),
  );
}

async function listAdmins(sql: Sql, limit: number) {
  return await sql<{ identifier: string; name: string }[]>`
    select identifier, ${sql.unsafe(ACCOUNT_NAME)} as name from wallet_user u
    where is_admin and disabled_at is null and closed_at is null
    order by id
    limit ${limit}`;
}
