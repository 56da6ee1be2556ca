import type { Sql } from '../../database/sql.ts';
import { PAYMENT_JSON, parsePayment } from '../../ledger/sql/payment-json.ts';
import type { ActivityParts, FailedPosition, ListPart, PaymentEntry } from '../activity-store.ts';
import { SEARCHED_RECORDS, SHOWN_PENDING } from '../limits.ts';
import { type DepositRow, openDeposits, toDepositEntry } from './activity-deposits.ts';
import {
  allOf,
  type Condition,
  contains,
  isAmong,
  PAYEE,
  type Search,
} from './activity-filters.ts';

interface PaymentRow {
  readonly payment: string;
}

const toEntry = ({ payment }: PaymentRow): PaymentEntry => ({
  kind: 'payment',
  payment: parsePayment(payment),
});

/** Open payments are few: their number per user is bounded. Deposits come in the same answer. */
export async function listOnWay(
  sql: Sql,
  query: Search,
): Promise<Pick<ActivityParts, 'pending' | 'deposits'>> {
  const rows = await sql<(DepositRow & { readonly payment: string | null })[]>`
    (select ${sql.unsafe(PAYMENT_JSON)} as payment, null::json as deposit, null as grant_id,
        null::bigint as open_msat, null::integer as tip_height
      from payment
      where user_id = ${query.userId} and ended_at is null and ${query.direction !== 'incoming'}
        and ${allOf(sql, filtersOf(sql, query))}
      order by created_at desc, id desc
      limit ${SHOWN_PENDING})
    union all
    (select null, open.* from (${openDeposits(sql, query)}) open)`;
  return {
    pending: rows.flatMap(({ payment }) => (payment === null ? [] : [toEntry({ payment })])),
    deposits: rows.filter(({ deposit }) => deposit !== null).map(toDepositEntry),
  };
}

type Part = ListPart<PaymentEntry, FailedPosition>;

/** With `hasWindow`, only the newest ones are looked at. */
export async function listFailed(sql: Sql, query: Search, hasWindow: boolean): Promise<Part> {
  const end = hasWindow ? await readWindowEnd(sql, query) : null;
  const isInWindow =
    end === null
      ? sql`true`
      : sql`(created_at, id) >= (${end.position.createdAt}, ${end.position.id})`;
  const rows = await sql<PaymentRow[]>`
    select ${sql.unsafe(PAYMENT_JSON)} as payment from payment
    where ${isFailedBefore(sql, query)} and ${isInWindow}
      and ${allOf(sql, filtersOf(sql, query))}
    order by created_at desc, id desc
    limit ${query.limit}`;
  const entries = rows.map(toEntry).map((entry) => {
    const { createdAt, id } = entry.payment;
    return { at: createdAt, position: { createdAt, id }, entry };
  });
  const last = entries.at(-1);
  const isFull = last !== undefined && entries.length === query.limit;
  return { entries, end: isFull ? last : end };
}

const isFailedBefore = (sql: Sql, query: Search) => {
  const { createdAt, id } = query.before.failedBefore;
  return sql`
    user_id = ${query.userId} and failure_reason is not null
    and (created_at, id) < (${createdAt}, ${id}) and ${allOf(sql, timesOf(sql, query))}`;
};

/** Null where the window reaches the oldest. */
async function readWindowEnd(sql: Sql, query: Search): Promise<Part['end']> {
  const [row] = await sql<{ created_at: Date; id: string }[]>`
    select created_at, id from payment where ${isFailedBefore(sql, query)}
    order by created_at desc, id desc
    offset ${SEARCHED_RECORDS - 1} limit 1`;
  if (row === undefined) return null;
  const { created_at: createdAt, id } = row;
  return { at: createdAt, position: { createdAt, id } };
}

function timesOf(sql: Sql, { from, to }: Search) {
  const times: Condition[] = [];
  if (from !== null) times.push(sql`created_at >= ${from}`);
  if (to !== null) times.push(sql`created_at < ${to}`);
  return times;
}

function filtersOf(sql: Sql, query: Search) {
  const { grantId, minAmountSat, text, payees } = query;
  const filters: Condition[] = [...timesOf(sql, query)];
  if (grantId !== null) filters.push(sql`grant_id = ${grantId}`);
  if (minAmountSat !== null) filters.push(sql`amount_msat >= ${minAmountSat * 1000n}`);
  if (text !== null) {
    const words = contains(sql, sql.unsafe(SEARCHED_TEXT), text);
    filters.push(payees.length === 0 ? words : sql`(${words} or ${isAmong(sql, payees, PAYEE)})`);
  }
  return filters;
}

const SEARCHED_TEXT = `concat_ws(chr(10), memo, sent_to ->> 'payee', sent_to ->> 'comment',
  destination, identifier, encode(payment_hash, 'hex'))`;
