import type { Database } from '../../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../../database/sql.ts';
import { LOCKDOWN_NUMBER } from '../../../lockdown/sql/lockdown-sql.ts';
import type { LiveStore, Watched } from '../live-store.ts';

export const createLiveStore = (database: Database): LiveStore => ({
  readMarks: (watched, at) => database.query((sql) => readMarks(sql, watched, at)),
});

/**
 * The number of a user's newest deposits among which unfinished ones are looked for. The limit
 * keeps the query short, which runs every second for all open pages.
 */
const WATCHED_DEPOSITS = 20;

/**
 * SQL for the number of unfinished deposits with their heights and the height of the chain, so that
 * the mark changes with each block; null without unfinished deposits.
 */
const DEPOSITS = `(
  select concat_ws('.', count(*), sum(d.block_height), tip_height())
    from (
      select state, block_height from deposit where user_id = u.id
      order by seen_at desc, id limit ${WATCHED_DEPOSITS}
    ) d
    where d.state = 'seen' having count(*) > 0)`;

/**
 * SQL for the states of withdrawals that have not ended, as some of their steps move no money. They
 * are few, and have an index.
 */
const WITHDRAWALS = `(
  select string_agg(o.state::text, '.' order by o.created_at, o.id)
    from withdrawal o where o.user_id = u.id and o.ended_at is null)`;

/** The number of a user's newest approvals among which those are looked for that wait. */
const WATCHED_APPROVALS = 30;

/** SQL for the number of payments that wait for approval, with the time of the newest one. */
const APPROVALS = `(
  select concat_ws('.', count(*), extract(epoch from max(a.created_at))::bigint)
    from (
      select state, created_at from approval where user_id = u.id
      order by created_at desc limit ${WATCHED_APPROVALS}
    ) a
    where a.state = 'waiting' having count(*) > 0)`;

/**
 * Reads marks. Every movement of money and every notice changes one of the numbers in a mark, which
 * only grow.
 */
async function readMarks(
  sql: Sql,
  watched: readonly Watched[],
  at: Date,
): Promise<readonly (string | null)[]> {
  const rows = await sql<{ place: number; mark: string }[]>`
    select asked.place::integer - 1 as place,
      concat_ws('.', w.wallet_seq, w.held_seq, w.record_seq, i.last_seq, i.seen_seq,
        p.state,
        extract(epoch from g.last_used_at)::bigint, extract(epoch from g.refused_at)::bigint,
        (select nullif(count(d.last_used_at), 0) from grant_device d where d.app_grant_id = g.id),
        ${sql.unsafe(DEPOSITS)}, ${sql.unsafe(WITHDRAWALS)}, ${sql.unsafe(APPROVALS)})
      as mark
    from unnest(
      ${sql.array(
        watched.map(({ sessionId }) => sessionId),
        ARRAY_OF.uuid,
      )},
      ${sql.array(
        watched.map(({ userId }) => userId),
        ARRAY_OF.uuid,
      )},
      ${sql.array(
        watched.map((one) => one.paymentIdentifier),
        ARRAY_OF.text,
      )},
      ${sql.array(
        watched.map(({ appGrantId }) => appGrantId),
        ARRAY_OF.uuid,
      )}
    ) with ordinality asked (session_id, user_id, payment_identifier, app_grant_id, place)
    join session s on s.id = asked.session_id and s.expires_at > ${at}
      and s.lockdown_number >= ${sql.unsafe(LOCKDOWN_NUMBER)}
    join wallet_user u on u.id = asked.user_id and u.id = s.user_id
      and u.session_epoch = s.session_epoch and u.disabled_at is null
    join wallet w on w.user_id = u.id
    join notice_inbox i on i.user_id = u.id
    left join outgoing_order p on p.identifier = asked.payment_identifier and not p.is_settled
      and p.user_id = u.id
    left join app_grant g on g.id = asked.app_grant_id and g.user_id = u.id`;
  const marks = new Map(rows.map(({ place, mark }) => [place, mark]));
  return watched.map((_, place) => marks.get(place) ?? null);
}
