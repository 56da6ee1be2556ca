import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type { Sign, SignKind } from '../outflow-store.ts';

interface SignRow {
  readonly user_id: string;
  readonly kind: SignKind;
  readonly at: Date;
  readonly count: number;
  readonly about: string | null;
}

/**
 * Lists what is new about these users within a day, the newest first: one sign of each kind, which
 * names the newest of them.
 */
export async function listSigns(
  sql: Sql,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Sign[]>> {
  const rows = await sql<SignRow[]>`
    with asked (user_id) as (
      select distinct unnest(${sql.array([...userIds], ARRAY_OF.uuid)}::uuid[])
    ), signs (user_id, kind, at, about) as (
      select user_id, 'sign_in', first_at, device from sign_in_place join asked using (user_id)
      union all
      select user_id, 'token', created_at, name from personal_token join asked using (user_id)
      union all
      select g.user_id, case g.kind when 'app' then 'app' else 'connection' end, g.created_at,
          coalesce(g.name, c.name)
        from asked join app_grant g using (user_id) left join client c on c.id = g.client_id
      union all
      -- The first device comes with its connection.
      select g.user_id, 'device', d.created_at, d.name
        from asked join app_grant g using (user_id) join grant_device d on d.app_grant_id = g.id
        where exists (
          select from grant_device earlier
            where earlier.app_grant_id = g.id and earlier.created_at < d.created_at)
      union all
      select user_id, 'passkey', created_at, name from passkey join asked using (user_id)
      union all
      select change.user_id, change.kind, change.at, coalesce(token.name, g.name, client.name)
        from asked join user_change change using (user_id)
        left join personal_token token
          on token.id = change.subject and token.user_id = change.user_id
        left join app_grant g on g.user_id = change.user_id and g.id::text = change.subject
        left join client on client.id = g.client_id
    )
    select user_id, kind, max(at) as at, count(*)::integer as count,
        (array_agg(about order by at desc))[1] as about
      from signs where at > outflow_now() - interval '1 day'
      group by user_id, kind order by at desc, kind`;
  const signs = Map.groupBy(rows, (row) => row.user_id);
  return new Map(
    [...signs].map(([user, found]) => [
      user,
      found.map(({ kind, at, count, about }) => ({ kind, at, count, about })),
    ]),
  );
}
