import { sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { WithdrawalSpeed } from '../../onchain/withdrawal.ts';
import { PAY_ORDER_DEADLINE_SEC, PAY_ORDER_LIFE_SEC } from '../limits.ts';
import {
  type NewPayOrder,
  type OrderEnd,
  PAY_ORDER_JOB,
  type PayOrder,
  type PayOrderStore,
  type PreparedOrder,
} from '../stores/pay-order-store.ts';
import { columnsOf, type PreparedColumns, toPrepared } from './prepared-columns.ts';

export const createPayOrderStore = (database: Database): PayOrderStore => ({
  ...bindQueries(database, { insertOrder, endOrder, pruneOrders }),
  readOrder: (id) =>
    database.transaction(async (sql) => {
      await expireOrder(sql, id);
      const [row] = await sql<OrderRow[]>`
        select ${sql.unsafe(COLUMNS)} from pay_order where id = ${id}`;
      return row === undefined ? null : toOrder(row);
    }),
  beginOrder: (id) =>
    database.transaction(async (sql) => {
      await expireOrder(sql, id);
      return await beginOrder(sql, id);
    }),
  keepPrepared: (id, prepared) =>
    database.transaction(async (sql) => {
      await expireOrder(sql, id);
      await setPrepared(sql, id, prepared);
      return (await beginOrder(sql, id))?.prepared ?? null;
    }),
});

async function insertOrder(sql: Sql, order: NewPayOrder): Promise<void> {
  const { id, userId, text, amountSat, comment, speed } = order;
  await sql`
    with written as (
      insert into pay_order (id, user_id, text, amount_sat, comment, speed, expires_at, deadline)
      values (${id}, ${userId}, ${text}, ${amountSat}, ${comment}, ${speed},
        clock_timestamp() + ${PAY_ORDER_LIFE_SEC} * interval '1 second',
        clock_timestamp() + ${PAY_ORDER_DEADLINE_SEC} * interval '1 second')
      returning id
    )
    select enqueue_job(${PAY_ORDER_JOB}, json_build_object('orderId', id), id::text) from written`;
}

/**
 * Ends an order that has expired before it was known what to pay. The row is locked first, so that
 * two workers that come at once wait for each other.
 */
async function expireOrder(sql: Sql, id: string): Promise<void> {
  await sql`select from pay_order where id = ${id} for update`;
  await sql`
    update pay_order set ended_at = clock_timestamp(),
      refusal = case when begun_at is null
        then 'no worker of the service took the order in time'
        else 'no invoice was found in time' end
    where id = ${id} and ended_at is null and bolt11 is null and pay_sat is null
      and expires_at <= clock_timestamp()`;
}

/** Marks an order as begun; null when it has ended. */
async function beginOrder(sql: Sql, id: string): Promise<PayOrder | null> {
  const [row] = await sql<OrderRow[]>`
    update pay_order set begun_at = coalesce(begun_at, clock_timestamp())
    where id = ${id} and ended_at is null
    returning ${sql.unsafe(COLUMNS)}`;
  return row === undefined ? null : toOrder(row);
}

async function setPrepared(sql: Sql, id: string, prepared: PreparedOrder): Promise<void> {
  const { bolt11, pay_sat, sent_to, is_hash_confirmed } = columnsOf(prepared);
  await sql`
    update pay_order set bolt11 = ${bolt11}, pay_sat = ${pay_sat}, sent_to = ${sent_to},
      is_hash_confirmed = ${is_hash_confirmed}
    where id = ${id} and ended_at is null and bolt11 is null and pay_sat is null`;
}

async function endOrder(sql: Sql, id: string, end: OrderEnd): Promise<void> {
  const paymentId = end.kind === 'payment' ? end.paymentId : null;
  const withdrawalId = end.kind === 'withdrawal' ? end.withdrawalId : null;
  const isOrdered = end.kind !== 'refused';
  const refusal = end.kind === 'refused' ? end.refusal : null;
  await sql`
    update pay_order
    set ended_at = clock_timestamp(), payment_id = ${paymentId},
      withdrawal_id = ${withdrawalId}, refusal = ${refusal}
    where id = ${id} and (ended_at is null or refusal is not null and ${isOrdered})`;
}

async function pruneOrders(sql: Sql, before: Date, limit: number): Promise<number> {
  const rows = await sql`
    delete from pay_order where id in (
      select id from pay_order where created_at < ${before}
        and (ended_at is not null or deadline < ${before})
      order by created_at limit ${limit})
    returning id`;
  return rows.length;
}

interface OrderRow extends PreparedColumns {
  readonly id: string;
  readonly user_id: string;
  readonly text: string;
  readonly amount_sat: bigint | null;
  readonly comment: string | null;
  readonly speed: WithdrawalSpeed | null;
  readonly created_at: Date;
  readonly deadline: Date;
  readonly payment_id: string | null;
  readonly withdrawal_id: string | null;
  readonly refusal: string | null;
}

const COLUMNS = `id, user_id, text, amount_sat, comment, speed, created_at, deadline, bolt11,
  pay_sat, sent_to, is_hash_confirmed, payment_id, withdrawal_id, refusal`;

const toOrder = (row: OrderRow): PayOrder => ({
  id: row.id,
  userId: row.user_id,
  text: row.text,
  amountSat: row.amount_sat === null ? null : sat(row.amount_sat),
  comment: row.comment,
  speed: row.speed,
  createdAt: row.created_at,
  deadline: row.deadline,
  prepared: toPreparedOrder(row),
  end: toEnd(row),
});

function toPreparedOrder(row: OrderRow): PreparedOrder | null {
  const prepared = toPrepared(row);
  assert(prepared?.kind !== 'keysend', 'an order pays no node by its key');
  return prepared;
}

function toEnd({ payment_id, withdrawal_id, refusal }: OrderRow): OrderEnd | null {
  if (payment_id !== null) return { kind: 'payment', paymentId: payment_id };
  if (withdrawal_id !== null) return { kind: 'withdrawal', withdrawalId: withdrawal_id };
  return refusal === null ? null : { kind: 'refused', refusal };
}
