import {
  NWC_KEY_COLUMNS,
  type NwcKeyRow,
  parseNwcKey,
} from '../../apps/nwc-keys/sql/nwc-key-store.ts';
import { bytesToHex } from '../../base/hex.ts';
import type { Sql } from '../../database/sql.ts';
import type { StoredRequest } from '../nwc-request-store.ts';

/** An SQL expression for the time at which the database was last restored to an earlier state. */
export const WENT_BACK_AT = '(select went_back_at from database_mark) as went_back_at';

interface TakenRow extends NwcKeyRow {
  readonly event_id: Uint8Array;
  readonly event: string;
  readonly arrived_at: Date;
  readonly attempts: number;
  readonly payment_id: string | null;
  readonly went_back_at: Date | null;
}

/**
 * Takes requests to run: those whose lease has ended without an answer, and those whose payment has
 * ended.
 */
export async function takeRequests(
  sql: Sql,
  limit: number,
  leaseMs: number,
): Promise<readonly StoredRequest[]> {
  const rows = await sql<TakenRow[]>`
    with due as materialized (
      select event_id from nwc_request
      where lease_until <= (select clock_timestamp())
      order by lease_until limit ${limit}
      for no key update skip locked
    ), ended as materialized (
      select r.event_id from nwc_request r
      join payment p on p.id = r.payment_id and p.ended_at is not null
      where r.lease_until is null and r.answer is null and r.payment_id is not null
      limit ${limit}
      for no key update of r skip locked
    ), decided as materialized (
      select r.event_id from nwc_request r
      join approval a on a.payment_id = r.payment_id and a.state not in ('waiting', 'approved')
      where r.lease_until is null and r.answer is null and r.payment_id is not null
      limit ${limit}
      for no key update of r skip locked
    ), taken as (
      update nwc_request r set attempts = r.attempts + 1,
        lease_until = clock_timestamp() + ${leaseMs}::integer * interval '1 millisecond'
      where r.event_id in (
        select event_id from due
        union all select event_id from ended
        union all select event_id from decided)
      returning r.*
    )
    select t.event_id, t.event, t.arrived_at, t.attempts, t.payment_id,
      ${sql.unsafe(WENT_BACK_AT)},
      ${sql.unsafe(NWC_KEY_COLUMNS)}
    from taken t
    join nwc_key k on k.device_id = t.device_id
    join grant_device d on d.id = k.device_id
    join app_grant g on g.id = d.app_grant_id`;
  return rows.map((row) => ({
    eventId: bytesToHex(row.event_id),
    key: parseNwcKey(row),
    eventText: row.event,
    arrivedAt: row.arrived_at,
    attempt: row.attempts,
    paymentId: row.payment_id,
    wentBackAt: row.went_back_at,
  }));
}
