import { assert } from '../../base/assert.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type { Payment } from '../../ledger/payment.ts';
import { PAYMENT_JSON, parsePayment } from '../../ledger/sql/payment-json.ts';
import type { StuckMark, StuckStore } from '../stuck-store.ts';

export const createStuckStore = (database: Database): StuckStore =>
  bindQueries(database, {
    markStuck,
    markAnew,
    forgetStuck,
    wasTold,
    markTold,
    listEndedStuck,
    closeStuck,
  });

interface MarkRow {
  readonly seen_at: Date;
  readonly away_sec: bigint;
}

async function markStuck(
  sql: Sql,
  paymentId: string,
  { seenAt, awaySec }: StuckMark,
): Promise<StuckMark> {
  // The update changes nothing. It only makes the statement return a row that exists already.
  const [row] = await sql<MarkRow[]>`
    insert into stranded_payment (payment_id, seen_at, away_sec)
    values (${paymentId}, ${seenAt}, ${String(awaySec)})
    on conflict (payment_id) do update set seen_at = stranded_payment.seen_at
    returning seen_at, away_sec`;
  assert(row !== undefined, 'an upsert returns its row');
  return { seenAt: row.seen_at, awaySec: row.away_sec };
}

async function markAnew(
  sql: Sql,
  paymentId: string,
  { seenAt, awaySec }: StuckMark,
): Promise<void> {
  await sql`
    update stranded_payment set seen_at = ${seenAt}, away_sec = ${String(awaySec)}
    where payment_id = ${paymentId} and seen_at < ${seenAt}`;
}

async function forgetStuck(sql: Sql, paymentIds: readonly string[]): Promise<void> {
  await sql`
    delete from stranded_payment s
    where s.payment_id = any (${sql.array([...paymentIds], ARRAY_OF.uuid)})
      and (select p.ended_at from payment p where p.id = s.payment_id) is null`;
}

async function wasTold(sql: Sql, paymentId: string): Promise<boolean> {
  const rows = await sql`
    select from stranded_payment where payment_id = ${paymentId} and told_at is not null`;
  return rows.length > 0;
}

async function markTold(sql: Sql, paymentId: string): Promise<void> {
  await sql`
    update stranded_payment set told_at = coalesce(told_at, clock_timestamp())
    where payment_id = ${paymentId}`;
}

async function listEndedStuck(sql: Sql): Promise<readonly Payment[]> {
  const rows = await sql<{ payment: string }[]>`
    select ${sql.unsafe(PAYMENT_JSON)} as payment
    from stranded_payment
    join payment on payment.id = stranded_payment.payment_id
    where closed_at is null and state in ('settled', 'failed')
    order by payment.id`;
  return rows.map((row) => parsePayment(row.payment));
}

async function closeStuck(sql: Sql, paymentId: string): Promise<void> {
  await sql`
    update stranded_payment set closed_at = coalesce(closed_at, clock_timestamp())
    where payment_id = ${paymentId}`;
}
