import { msat } from '../../base/amount.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type { Person, UserListPage, UserListQuery, UserListStore } from '../user-list-store.ts';

export const createUserListStore = (database: Database): UserListStore =>
  bindQueries(database, { listPeople, findPeople });

const LAST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

interface PersonRow {
  readonly id: string;
  readonly identifier: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly address_name: string | null;
  readonly is_admin: boolean;
  readonly disabled_at: Date | null;
  readonly closed_at: Date | null;
  readonly created_at: Date;
  readonly reset_asked_at: Date | null;
  readonly last_seen_at: Date | null;
  readonly wallet_msat: bigint;
  readonly held_msat: bigint;
}

/**
 * SQL for the columns of users in queries that name the table of users `u`. Values from other
 * tables are read by subqueries, so that this happens only for the users that are shown.
 */
const PERSON = `
  select u.id, u.identifier, u.email, u.name, u.is_admin, u.disabled_at, u.closed_at, u.created_at,
    u.reset_asked_at, w.wallet_msat, w.held_msat,
    (select n.name from address_name n where n.user_id = u.id and n.is_current) as address_name,
    (select max(s.last_seen_at) from session s
      where s.user_id = u.id and s.signed_in_at is not null) as last_seen_at`;

/**
 * Lists users, newest first. A search looks through at most `depth` users: no index covers parts of
 * names, and without that bound a search would read the whole table, however large.
 */
async function listPeople(sql: Sql, query: UserListQuery): Promise<UserListPage> {
  const { search, limit, depth } = query;
  const id = query.after !== null && isUuid(query.after) ? query.after : null;
  const behind = sql`
    (created_at, id) < (
      coalesce(
        (select created_at from wallet_user where id = ${id}::uuid), 'infinity'::timestamptz),
      coalesce(${id}::uuid, ${LAST_UUID}::uuid))`;
  const rows = await sql<PersonRow[]>`
    ${sql.unsafe(PERSON)}
    from (
      select * from (
        select * from wallet_user where ${behind}
        order by created_at desc, id desc limit ${search === '' ? limit + 1 : depth}
      ) looked
      where ${search} = '' or strpos(email, ${search}) > 0 or strpos(lower(name), ${search}) > 0
        or exists (
          select from address_name n
            where n.user_id = looked.id and n.is_current and strpos(n.name, ${search}) > 0)
      order by created_at desc, id desc limit ${limit + 1}
    ) u
    join wallet w on w.user_id = u.id
    order by u.created_at desc, u.id desc`;
  const people = rows.slice(0, limit).map(parsePerson);
  const last = people.at(-1);
  if (rows.length > limit && last !== undefined) return { people, next: last.id, isCut: false };
  if (search === '') return { people, next: null, isCut: false };
  // Finds the user at whom the search stopped, if there are older ones.
  const ends = await sql<{ id: string }[]>`
    select id from wallet_user where ${behind}
    order by created_at desc, id desc offset ${depth - 1} limit 2`;
  const next = ends.length === 2 ? (ends[0]?.id ?? null) : null;
  return { people, next, isCut: next !== null };
}

async function findPeople(
  sql: Sql,
  search: string,
  ids: readonly string[],
): Promise<readonly Person[]> {
  const rows = await sql<PersonRow[]>`
    ${sql.unsafe(PERSON)}
    from (
      select * from wallet_user where id = any (${sql.array([...ids], ARRAY_OF.uuid)}::uuid[])
      union select * from wallet_user where email = ${search.toLowerCase()}
      union select * from wallet_user where identifier = ${search}
      union select * from wallet_user where id = (
        select user_id from address_name where name = ${search.toLowerCase()} and is_current)
    ) u
    join wallet w on w.user_id = u.id
    order by u.created_at desc, u.id desc`;
  return rows.map(parsePerson);
}

const parsePerson = (row: PersonRow): Person => ({
  id: row.id,
  identifier: row.identifier,
  email: row.email,
  name: row.name,
  addressName: row.address_name,
  isAdmin: row.is_admin,
  disabledAt: row.disabled_at,
  closedAt: row.closed_at,
  createdAt: row.created_at,
  resetAskedAt: row.reset_asked_at,
  lastSeenAt: row.last_seen_at,
  balanceMsat: msat(row.wallet_msat),
  heldMsat: msat(row.held_msat),
});
