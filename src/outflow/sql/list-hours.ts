import { msat } from '../../base/amount.ts';
import type { Sql } from '../../database/sql.ts';
import type { OutflowHour } from '../outflow-store.ts';

interface HourRow {
  readonly end: Date;
  readonly sent: bigint;
  readonly received: bigint;
}

/**
 * Lists what has left and come in within each of the last 24 hours. What has left is that of the
 * slices; where nothing is limited there are none, and the payments themselves are read.
 */
export async function listHours(sql: Sql): Promise<readonly OutflowHour[]> {
  const rows = await sql<HourRow[]>`
    with present (at) as (select outflow_now()),
    moved (at, sent_msat, received_msat) as (
      select s.slice, s.sent_msat + s.extra_msat, 0 from outflow_slice s
      union all
      select p.created_at, case when p.fee_msat is null then p.held_msat
          else (p.amount_msat + p.fee_msat + 999) / 1000 * 1000 end, 0
        from payment p
        where not exists (select from outflow_slice)
          and p.id >= first_id_since((select at from present) - interval '1 day')
          and p.path = 'node' and p.failure_reason is null
      union all
      select w.signed_at, w.amount_msat + w.fee_msat, 0 from withdrawal w
        where not exists (select from outflow_slice)
          and w.signed_at > (select at from present) - interval '1 day'
          and w.state in ('signed', 'broadcast', 'settled')
      union all
      select b.created_at, b.fee_msat, 0 from fee_bump b
        where not exists (select from outflow_slice)
          and b.created_at > (select at from present) - interval '1 day'
          and b.is_paid is not false
      union all
      select r.settled_at, 0, r.amount_msat from receipt r
        where r.id >= first_id_since((select at from present) - interval '1 day')
          and r.source = 'node'
      union all
      select d.ended_at, 0, d.amount_msat from deposit d
        where d.ended_at > (select at from present) - interval '1 day'
          and d.withdrawal_id is null and d.state in ('credited', 'unclaimed')
    ), sums (hours_ago, sent, received) as (
      -- A clock that went back may leave something later than now: it counts in the newest hour.
      select greatest(floor(extract(epoch from present.at - moved.at) / 3600), 0),
          sum(sent_msat), sum(received_msat)
        from moved, present
        where moved.at > present.at - interval '1 day'
        group by 1
    )
    select present.at - hours_ago * interval '1 hour' as end,
        coalesce(sums.sent, 0)::bigint as sent, coalesce(sums.received, 0)::bigint as received
      from present
      cross join generate_series(23, 0, -1) hours_ago
      left join sums using (hours_ago)
      order by hours_ago desc`;
  return rows.map(({ end, sent, received }) => ({
    end,
    sentMsat: msat(sent),
    receivedMsat: msat(received),
  }));
}
