import type { AppGrantKind } from '../../authorization/app-grant.ts';
import { msat } from '../../base/amount.ts';
import type { Sql } from '../../database/sql.ts';
import type { Sender } from '../outflow-store.ts';
import { listSigns } from './list-signs.ts';

interface SenderRow {
  readonly user_id: string;
  readonly identifier: string;
  readonly email: string | null;
  readonly is_disabled: boolean;
  readonly grant_id: string;
  readonly access: AppGrantKind | 'token' | null;
  readonly name: string | null;
  readonly since: Date | null;
  readonly sent_msat: bigint;
  readonly count: number;
}

/** The most senders that are listed. */
const MAX_SENDERS = 10;

/** Lists who has sent most within a day, by which app or token: the largest first. */
export async function listSenders(sql: Sql): Promise<readonly Sender[]> {
  const rows = await sql<SenderRow[]>`
    with gone (user_id, grant_id, cost_msat) as (
      select user_id, grant_id,
          case when fee_msat is null then held_msat else amount_msat + fee_msat end
        from payment
        where id >= first_id_since(outflow_now() - interval '49 hours')
          and created_at > outflow_now() - interval '1 day' and path = 'node'
          and failure_reason is null
      union all
      select user_id, grant_id, amount_msat + fee_msat from withdrawal
        where signed_at > outflow_now() - interval '1 day'
          and state in ('signed', 'broadcast', 'settled')
    ), most as (
      select user_id, grant_id, sum(cost_msat)::bigint as sent_msat, count(*)::integer as count
        from gone group by user_id, grant_id
        order by sent_msat desc, user_id, grant_id limit ${MAX_SENDERS}
    )
    select u.id as user_id, u.identifier, case when u.closed_at is null then u.email end as email,
        u.disabled_at is not null as is_disabled, most.grant_id, most.sent_msat, most.count,
        case when token.revoked_at is null and token.id is not null then 'token'
          when app.revoked_at is null then app.kind end as access,
        coalesce(token.name, app.name, client.name) as name,
        coalesce(token.created_at, app.created_at) as since
      from most
      join wallet_user u on u.id = most.user_id
      left join personal_token token on token.id = most.grant_id and token.user_id = u.id
      left join app_grant app on app.user_id = u.id
        and app.id = case when most.grant_id ~ '^[0-9a-f-]{36}$' then most.grant_id::uuid end
      left join client on client.id = app.client_id
      order by most.sent_msat desc, most.user_id, most.grant_id`;
  const signs = await listSigns(
    sql,
    rows.map((row) => row.user_id),
  );
  return rows.map((row) => ({
    user: row.identifier,
    email: row.email,
    isDisabled: row.is_disabled,
    spender: row.name ?? row.grant_id,
    access: row.access === null ? null : { kind: row.access, id: row.grant_id },
    since: row.since,
    sentMsat: msat(row.sent_msat),
    count: row.count,
    signs: signs.get(row.user_id) ?? [],
  }));
}
