import { readStoredScopes } from '../../apps/sql/known-tokens.ts';
import { msat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { batchCalls } from '../../base/batch-calls.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type { MovementKind } from '../../ledger/movement-kind.ts';
import { exactMsatOf } from '../../ledger/sql/exact-amount.ts';
import type {
  NotificationQuery,
  NotificationStore,
  NotifiedMark,
  WalletNotifications,
} from '../notification-store.ts';

export const createNotificationStore = (database: Database): NotificationStore => ({
  moveMark: batchCalls<NotifiedMark, undefined>(MERGED, (marks) =>
    database.query((sql) => moveMarks(sql, marks)),
  ),
  ...bindQueries(database, { readNews }),
});

const MERGED = { maxItems: 64, maxCalls: 1 } as const;

interface NewsRow {
  readonly scopes: string;
  readonly is_live: boolean;
  readonly record_seq: bigint;
  readonly seq: bigint | null;
  readonly id: string;
  readonly booked_at: Date;
  readonly kind: MovementKind;
  readonly body: string;
  readonly amount_msat: bigint;
}

/**
 * Reads settled records after a mark, leaving out those that are too old. Numbers and times of
 * records have the same order, so the first young one is found by a binary search.
 */
async function readNews(
  sql: Sql,
  { deviceId, afterSeq, limit, keepMs, at }: NotificationQuery,
): Promise<WalletNotifications> {
  const rows = await sql<NewsRow[]>`
    with recursive reader as materialized (
      select g.user_id, g.scopes, w.record_seq,
        d.ended_at is null and g.revoked_at is null and u.disabled_at is null
          and (g.expires_at is null or g.expires_at > ${at}) as is_live,
        clock_timestamp() - ${keepMs}::integer * interval '1 millisecond' as since
      from grant_device d
      join app_grant g on g.id = d.app_grant_id
      join wallet_user u on u.id = g.user_id
      join wallet w on w.user_id = g.user_id
      where d.id = ${deviceId}
    ), step (low, high) as (
      select ${afterSeq}::bigint + 1, record_seq + 1 from reader
      union all
      select
        case when r.booked_at < reader.since then r.seq + 1 else low end,
        case when r.booked_at < reader.since then high else r.seq end
      from step
      cross join reader
      join settled_record r on r.user_id = reader.user_id and r.seq = (low + high) / 2
      where low < high
    )
    select reader.scopes, reader.is_live, reader.record_seq, r.seq, r.id, r.booked_at, r.kind,
      r.body, r.amount_msat
    from reader
    left join lateral (
      select seq, id, booked_at, kind, body,
        ${sql.unsafe(exactMsatOf('filled_record'))} as amount_msat
      from filled_record
      where user_id = reader.user_id and seq >= (select low from step where low >= high)
        and rail = 'lightning'
      order by seq limit ${limit}
    ) r on true`;
  const [reader] = rows;
  assert(reader !== undefined, 'the device of a key stays');
  return {
    scopes: reader.is_live ? new Set(readStoredScopes(reader.scopes)) : null,
    recordSeq: reader.record_seq,
    records: rows.flatMap(({ seq, id, booked_at: bookedAt, kind: movement, body, amount_msat }) =>
      seq === null ? [] : [{ seq, id, bookedAt, movement, body, amountMsat: msat(amount_msat) }],
    ),
  };
}

/**
 * Moves marks, locking the rows in the order of device ids, as all processes do, so that no two of
 * them deadlock.
 */
async function moveMarks(sql: Sql, marks: readonly NotifiedMark[]): Promise<readonly undefined[]> {
  await sql`
    with told as materialized (
      select device_id, max(seq) as seq
      from unnest(
        ${sql.array(
          marks.map(({ deviceId }) => deviceId),
          ARRAY_OF.uuid,
        )},
        ${sql.array(
          marks.map(({ notifiedSeq }) => notifiedSeq),
          ARRAY_OF.bigint,
        )}
      ) given (device_id, seq)
      group by device_id
    ), locked as materialized (
      select k.device_id, told.seq from told
      join nwc_key k on k.device_id = told.device_id
      order by k.device_id for no key update of k
    )
    update nwc_key k set notified_seq = locked.seq
    from locked
    where k.device_id = locked.device_id and k.notified_seq < locked.seq`;
  return marks.map(() => undefined);
}
