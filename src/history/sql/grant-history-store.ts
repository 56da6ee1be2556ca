import { msat } from '../../base/amount.ts';
import { RowGone } from '../../base/row-gone.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { hexParameter } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import { INVOICE_JSON, parseFoundInvoice } from '../../invoices/sql/invoice-json.ts';
import type { MovementKind } from '../../ledger/movement-kind.ts';
import { exactMsatOf } from '../../ledger/sql/exact-amount.ts';
import { PAYMENT_JSON, parsePayment } from '../../ledger/sql/payment-json.ts';
import { recordIdsOfHash } from '../../ledger/sql/records-of-hash.ts';
import { readIdentifier } from '../../ledger/wallet-record.ts';
import type {
  ExactRecord,
  FoundForGrant,
  GrantHistoryStore,
  GrantLookup,
  UnpaidQuery,
} from '../grant-history-store.ts';

export const createGrantHistoryStore = (database: Database): GrantHistoryStore =>
  bindQueries(database, { findForGrant, listWithUnpaid, addFacts });

/** SQL for a record as JSON. Values of bigint are texts there, so that they stay exact. */
const RECORD_JSON = `json_build_object('kind', r.kind, 'body', r.body,
  'amount_msat', ${exactMsatOf('r')}::text)`;

interface RecordJson {
  readonly kind: MovementKind;
  readonly body: string;
  readonly amount_msat: string;
}

function toRecord(json: string): FoundForGrant {
  const row: RecordJson = JSON.parse(json);
  const { kind: movement, body } = row;
  return { kind: 'record', movement, body, amountMsat: msat(BigInt(row.amount_msat)) };
}

interface FoundRow {
  readonly received: string | null;
  readonly sent: string | null;
  readonly invoice: string | null;
  readonly payment: string | null;
}

/**
 * Finds what a grant may see under a payment hash. Failed payments have no index by hash, so they
 * are searched last, among those of the user.
 */
async function findForGrant(sql: Sql, query: GrantLookup): Promise<FoundForGrant | null> {
  const { userId, grantId, incoming, outgoing } = query;
  const hash = hexParameter(query.paymentHash);
  const [allIn, allOut] = [incoming === 'all', outgoing === 'all'];
  const record = sql.unsafe(RECORD_JSON);
  const [row] = await sql<FoundRow[]>`
    with known as materialized (${recordIdsOfHash(sql, hash)})
    select
      (select ${record} from filled_record r
        where r.id in (select id from known) and r.user_id = ${userId} and r.direction = 'incoming'
          and r.rail = 'lightning' and (${allIn} or r.grant_id = ${grantId})
        order by r.seq limit 1) as received,
      (select ${record} from filled_record r
        where r.id in (select id from known) and r.user_id = ${userId} and r.direction = 'outgoing'
          and r.rail = 'lightning' and (${allOut} or r.grant_id = ${grantId})
        order by r.seq limit 1) as sent,
      (select ${sql.unsafe(INVOICE_JSON)} from invoice
        where payment_hash = ${hash} and user_id = ${userId} and bolt11 is not null
          and (${allIn} or grant_id = ${grantId})) as invoice,
      coalesce(
        (select ${sql.unsafe(PAYMENT_JSON)} from payment
          where payment_hash = ${hash} and user_id = ${userId} and path = 'node'
            and failure_reason is null and (${allOut} or grant_id = ${grantId})),
        (select ${sql.unsafe(PAYMENT_JSON)} from payment
          where payment_hash = ${hash} and user_id = ${userId} and path = 'node'
            and failure_reason is not null and (${allOut} or grant_id = ${grantId})
          order by created_at desc limit 1)) as payment`;
  if (row === undefined) return null;
  const found = row.received ?? row.sent;
  if (found !== null) return toRecord(found);
  if (row.invoice !== null) return { kind: 'invoice', found: parseFoundInvoice(row.invoice) };
  return row.payment === null ? null : { kind: 'payment', payment: parsePayment(row.payment) };
}

interface ListRow {
  readonly kind: 'record' | 'invoice' | 'payment';
  readonly json: string;
}

/**
 * Lists invoices and payments, also those that have not settled. Users may have very many, so each
 * part of the statement reads the entries of one index only as far as the page can reach, and rows
 * are read last. Each of the newest invoices is on the list, as an unpaid one or as a settled
 * record, so no unpaid invoice of the page can be older than those read. Invoices that strangers
 * asked for by a lightning address are left out until they are paid.
 */
async function listWithUnpaid(sql: Sql, query: UnpaidQuery): Promise<readonly FoundForGrant[]> {
  const { userId, direction, withUnpaid, createdFrom, createdBefore, offset, limit } = query;
  const reach = offset + limit;
  const [isIn, isOut] = [direction !== 'outgoing', direction !== 'incoming'];
  const [unpaidIn, unpaidOut] = [isIn && withUnpaid.incoming, isOut && withUnpaid.outgoing];
  const rows = await sql<ListRow[]>`
    with invoices as materialized (
      select id, created_at from invoice
      where ${unpaidIn} and user_id = ${userId} and grant_id <> 'address'
        and created_at >= ${createdFrom} and created_at < ${createdBefore}
      order by created_at desc, id desc limit ${reach}
    ), page as materialized (
      (select 'record' as kind, created_at, id from settled_record
        where ${isIn} and user_id = ${userId} and direction = 'incoming' and rail = 'lightning'
          and created_at >= ${createdFrom} and created_at < ${createdBefore}
        order by created_at desc, id desc limit ${reach})
      union all
      (select 'record', created_at, id from settled_record
        where ${isOut} and user_id = ${userId} and direction = 'outgoing' and rail = 'lightning'
          and created_at >= ${createdFrom} and created_at < ${createdBefore}
        order by created_at desc, id desc limit ${reach})
      union all
      (select 'invoice', i.created_at, i.id from invoices i join invoice v on v.id = i.id
        where v.settled_at is null and v.bolt11 is not null)
      union all
      (select 'payment', created_at, id from payment
        where ${unpaidOut} and user_id = ${userId} and failure_reason is not null
          and created_at >= ${createdFrom} and created_at < ${createdBefore}
        order by created_at desc, id desc limit ${reach})
      union all
      (select 'payment', created_at, id from payment
        where ${unpaidOut} and user_id = ${userId} and ended_at is null
          and created_at >= ${createdFrom} and created_at < ${createdBefore})
      order by created_at desc, id desc offset ${offset} limit ${limit}
    )
    select page.kind, case page.kind
        when 'record' then (
          select ${sql.unsafe(RECORD_JSON)}::text from filled_record r where r.id = page.id)
        when 'invoice' then (
          select ${sql.unsafe(INVOICE_JSON)}::text from invoice where invoice.id = page.id)
        else (select ${sql.unsafe(PAYMENT_JSON)}::text from payment where payment.id = page.id)
      end as json
    from page order by page.created_at desc, page.id desc`;
  return rows.map(({ kind, json }) => {
    if (kind === 'record') return toRecord(json);
    if (kind === 'invoice') return { kind, found: parseFoundInvoice(json) };
    return { kind, payment: parsePayment(json) };
  });
}

interface FactsRow {
  readonly identifier: string;
  readonly kind: MovementKind;
  readonly amount_msat: bigint;
}

async function addFacts(
  sql: Sql,
  userId: string,
  bodies: readonly string[],
): Promise<readonly ExactRecord[]> {
  if (bodies.length === 0) return [];
  const rows = await sql<FactsRow[]>`
    select r.identifier, r.kind, ${sql.unsafe(exactMsatOf('r'))} as amount_msat
    from filled_record r
    where r.identifier = any (${sql.array(bodies.map(readIdentifier), ARRAY_OF.text)})
      and r.user_id = ${userId}`;
  const facts = new Map(rows.map((row) => [row.identifier, row]));
  return bodies.map((body) => {
    const row = facts.get(readIdentifier(body));
    if (row === undefined) throw new RowGone('a record is not in the database any more');
    return { movement: row.kind, body, amountMsat: msat(row.amount_msat) };
  });
}
