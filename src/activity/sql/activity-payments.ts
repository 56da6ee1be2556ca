import type { Sql } from '../../database/sql.ts';
import type { PaymentRail } from '../../ledger/record-rail.ts';
import { renderOpenPayment } from '../../ledger/settled-record.ts';
import { PAYMENT_JSON, parsePayment } from '../../ledger/sql/payment-json.ts';
import { renderOpenWithdrawal } from '../../onchain/render-withdrawal.ts';
import { parseWithdrawal, WITHDRAWAL_JSON } from '../../onchain/sql/withdrawal-json.ts';
import type {
  ActivityParts,
  FailedPosition,
  FoundActivity,
  ListPart,
  OrderEntry,
} from '../activity-store.ts';
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

/** How to read payments of one rail (Lightning, or the chain). */
interface RailOrders {
  /**
   * SQL for rows whose columns are the same for Lightning and for the chain. `read` turns the
   * column `content` of a row into a payment.
   */
  readonly rows: string;
  readonly read: (content: string) => FoundOrder;
}

interface FoundOrder extends Pick<FoundActivity, 'payment' | 'withdrawal'> {
  readonly entry: OrderEntry;
}

const ORDERS_OF: Readonly<Record<PaymentRail, RailOrders>> = {
  lightning: {
    rows: `
      select 'lightning' as rail, user_id, id, identifier, grant_id, amount_msat, created_at,
        ended_at, fee_msat is not null as is_settled, failure_reason is not null as is_failed,
        ${PAYEE} as payee,
        concat_ws(chr(10), memo, sent_to ->> 'payee', sent_to ->> 'comment', destination,
          identifier, encode(payment_hash, 'hex')) as searched,
        ${PAYMENT_JSON} as content
      from payment`,
    read: (content) => {
      const payment = parsePayment(content);
      const { id, kind, grantId, sentTo, heldSat, createdAt, endedAt } = payment;
      const entry = {
        kind: 'order',
        rail: 'lightning',
        movement: kind,
        body: renderOpenPayment(payment),
        payeeLink: sentTo?.link ?? null,
        ...{ id, grantId, heldSat, createdAt, endedAt },
      } as const;
      return { entry, payment, withdrawal: null };
    },
  },
  chain: {
    rows: `
      select 'chain' as rail, user_id, id, identifier, grant_id, amount_msat, created_at, ended_at,
        state = 'settled' as is_settled, failure_reason is not null as is_failed, null as payee,
        concat_ws(chr(10), purpose, address, encode(txid, 'hex'), identifier) as searched,
        ${WITHDRAWAL_JSON} as content
      from withdrawal`,
    read: (content) => {
      const withdrawal = parseWithdrawal(content);
      const { id, grantId, heldSat, createdAt, endedAt } = withdrawal;
      const entry = {
        kind: 'order',
        rail: 'chain',
        movement: null,
        body: renderOpenWithdrawal(withdrawal),
        payeeLink: null,
        ...{ id, grantId, heldSat, createdAt, endedAt, withdrawal },
      } as const;
      return { entry, payment: null, withdrawal };
    },
  },
};

/** SQL for all payments, over Lightning and on the chain, as rows with the same columns. */
export const ORDERS = `(
  ${Object.values(ORDERS_OF)
    .map(({ rows }) => rows)
    .join(' union all ')}) ordered`;

export interface OrderRow {
  readonly rail: PaymentRail;
  readonly content: string;
}

export const readOrder = ({ rail, content }: OrderRow): FoundOrder => ORDERS_OF[rail].read(content);

const toEntry = (row: OrderRow): OrderEntry => readOrder(row).entry;

/**
 * Lists payments under way and deposits that are not credited yet, in one answer. Limits bound the
 * number of both.
 */
export async function listOnWay(
  sql: Sql,
  query: Search,
): Promise<Pick<ActivityParts, 'pending' | 'deposits'>> {
  const rows = await sql<(DepositRow & (OrderRow | { readonly rail: null }))[]>`
    (select rail, content, null::json as deposit, null as grant_id, null::bigint as open_msat,
        null::integer as tip_height
      from ${sql.unsafe(ORDERS)}
      where user_id = ${query.userId} and ended_at is null and ${query.direction !== 'incoming'}
        and ${allOf(sql, filtersOf(sql, query))}
      order by created_at desc, id desc
      limit ${SHOWN_PENDING})
    union all
    (select null, null, open.* from (${openDeposits(sql, query)}) open)`;
  return {
    pending: rows.flatMap((row) => (row.rail === null ? [] : [toEntry(row)])),
    deposits: rows.filter(({ rail }) => rail === null).map(toDepositEntry),
  };
}

type Part = ListPart<OrderEntry, FailedPosition>;

/**
 * Lists failed payments. With `hasWindow`, the query only looks at the newest ones, as many as one
 * search may read.
 */
export async function listFailed(sql: Sql, query: Search, hasWindow: boolean): Promise<Part> {
  const end = hasWindow ? await readWindowEnd(sql, query) : null;
  const isInWindow =
    end === null
      ? sql`true`
      : sql`(created_at, id) >= (${end.position.createdAt}, ${end.position.id})`;
  const rows = await sql<OrderRow[]>`
    select rail, content from ${sql.unsafe(ORDERS)}
    where ${isFailedBefore(sql, query)} and ${isInWindow}
      and ${allOf(sql, filtersOf(sql, query))}
    order by created_at desc, id desc
    limit ${query.limit}`;
  const entries = rows.map(toEntry).map((entry) => {
    const { createdAt, id } = entry;
    return { at: createdAt, position: { createdAt, id }, entry };
  });
  const last = entries.at(-1);
  const isFull = last !== undefined && entries.length === query.limit;
  return { entries, end: isFull ? last : end };
}

const isFailedBefore = (sql: Sql, query: Search) => {
  const { createdAt, id } = query.before.failedBefore;
  return sql`
    user_id = ${query.userId} and is_failed
    and (created_at, id) < (${createdAt}, ${id}) and ${allOf(sql, timesOf(sql, query))}`;
};

/** The place where a search of failed payments stopped; null if it reached the oldest payment. */
async function readWindowEnd(sql: Sql, query: Search): Promise<Part['end']> {
  const [row] = await sql<{ created_at: Date; id: string }[]>`
    select created_at, id from ${sql.unsafe(ORDERS)} where ${isFailedBefore(sql, query)}
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
    const words = contains(sql, sql`searched`, text);
    filters.push(payees.length === 0 ? words : sql`(${words} or ${isAmong(sql, payees, 'payee')})`);
  }
  return filters;
}
