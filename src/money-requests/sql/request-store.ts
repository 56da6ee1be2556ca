import { waitForOthersOf } from '../../apps/sql/wait-for-others.ts';
import { sat } from '../../base/amount.ts';
import { DAY_MS } from '../../base/durations.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import {
  MAX_OPEN_OF_ASKER,
  MAX_OPEN_OF_PAIR,
  MAX_OPEN_OF_PAYER,
  MAX_REQUESTS_A_DAY,
  SHOWN_REQUESTS,
} from '../limits.ts';
import type {
  AddRequestOutcome,
  AskedRequest,
  AskingInvoice,
  NewRequest,
  OwnRequest,
  RequestAges,
  RequestParty,
  RequestStore,
} from '../request-store.ts';

export const createRequestStore = (database: Database): RequestStore => ({
  ...bindQueries(database, {
    findAsked,
    listAsked,
    countAsked,
    listOwn,
    findAsking,
    decline,
    unblock,
    listBlocked,
    pruneRequests,
  }),
  addRequest: (request) => database.transaction((sql) => addRequest(sql, request)),
  block: (payerId, id, at) => database.transaction((sql) => block(sql, payerId, id, at)),
});

async function addRequest(sql: Sql, request: NewRequest): Promise<AddRequestOutcome> {
  const { id, askerId, invoiceIdentifier, askedName, createdAt } = request;
  await waitForBoth(sql, request);
  await waitForOthersOf(sql, askerId);
  const [invoice] = await sql<{ id: string; asked_name: string | null }[]>`
    select v.id, r.asked_name from invoice v
    left join money_request r on r.invoice_id = v.id
    where v.identifier = ${invoiceIdentifier} and v.user_id = ${askerId}
      and v.amount_sat is not null
      and v.settled_at is null and v.expires_at > ${createdAt} and v.bolt11 is not null`;
  if (invoice === undefined) return { kind: 'invoice_not_open' };
  // The invoice was already sent to this name: a form that is submitted twice makes only one
  // request.
  if (invoice.asked_name === askedName) return { kind: 'added' };
  if (invoice.asked_name !== null) return { kind: 'asked_before' };
  const [counts] = await sql<{ today: bigint; open: bigint; of_pair: bigint }[]>`
    select
      count(*) filter (where r.created_at > ${new Date(createdAt.getTime() - DAY_MS)}) as today,
      count(*) filter (where ${isOpen(sql, createdAt)}) as open,
      count(*) filter (where ${isOpen(sql, createdAt)} and r.asked_name = ${askedName}) as of_pair
    from money_request r join invoice v on v.id = r.invoice_id
    where r.asker_id = ${askerId}`;
  const { today = 0n, open = 0n, of_pair: ofPair = 0n } = counts ?? {};
  if (today >= MAX_REQUESTS_A_DAY) return { kind: 'too_many_today' };
  if (ofPair >= MAX_OPEN_OF_PAIR) return { kind: 'too_many_of_pair' };
  if (open >= MAX_OPEN_OF_ASKER) return { kind: 'too_many_open' };
  const reachedId = await findReached(sql, request);
  await sql`
    insert into money_request (id, invoice_id, asker_id, asked_name, payer_id, created_at)
    values (${id}, ${invoice.id}, ${askerId}, ${askedName}, ${reachedId}, ${createdAt})`;
  return { kind: 'added' };
}

/**
 * Locks asker and payer. Requests to one user then run one after the other, and after a block by
 * that user, which the next statement sees. Two users may ask each other at the same time, so the
 * rows are locked in the order of ids, which avoids a deadlock.
 */
async function waitForBoth(sql: Sql, { askerId, payerId }: NewRequest): Promise<void> {
  await sql`
    select from wallet_user where id in (${askerId}, ${payerId}) order by id for no key update`;
}

/**
 * Finds the user who is to see the request. Null for a user who has blocked the asker, has too many
 * open requests, or has closed the account.
 */
async function findReached(
  sql: Sql,
  { askerId, payerId, createdAt }: NewRequest,
): Promise<string | null> {
  const [payer] = await sql<{ id: string }[]>`
    select u.id from wallet_user u
    where u.id = ${payerId} and u.closed_at is null
      and not exists (
        select from request_block b where b.user_id = u.id and b.blocked_user_id = ${askerId})
      and ${MAX_OPEN_OF_PAYER} > (
        select count(*) from money_request r join invoice v on v.id = r.invoice_id
        where r.payer_id = u.id and ${isOpen(sql, createdAt)})`;
  return payer?.id ?? null;
}

async function pruneRequests(sql: Sql, { before, now }: RequestAges, limit: number) {
  const { count } = await sql`
    delete from money_request where id in (
      select r.id from money_request r join invoice v on v.id = r.invoice_id
      where r.created_at < ${before} and not (${isOpen(sql, now)})
      order by r.created_at limit ${limit})`;
  return count;
}

/**
 * An SQL condition for requests that can be paid. The query must name requests `r` and their
 * invoices `v`.
 */
const isOpen = (sql: Sql, at: Date) =>
  sql`v.settled_at is null and r.declined_at is null and v.expires_at > ${at}`;

interface InvoiceRow {
  readonly identifier: string;
  readonly amount_sat: bigint;
  readonly memo: string | null;
  readonly expires_at: Date;
  readonly settled_at: Date | null;
}

const INVOICE_COLUMNS = 'v.identifier, v.amount_sat, v.memo, v.expires_at, v.settled_at';

const toInvoice = (row: InvoiceRow): AskingInvoice => ({
  identifier: row.identifier,
  amountSat: sat(row.amount_sat),
  memo: row.memo,
  expiresAt: row.expires_at,
  settledAt: row.settled_at,
});

interface AskedRow extends InvoiceRow {
  readonly id: string;
  readonly bolt11: string;
  readonly declined_at: Date | null;
  readonly asker_id: string;
  readonly asker_name: string | null;
  readonly asker_address: string | null;
}

const ASKED = `
  select r.id, r.declined_at, v.bolt11, ${INVOICE_COLUMNS},
    u.id as asker_id, u.name as asker_name,
    (select name from address_name where user_id = u.id and is_current) as asker_address
  from money_request r
  join invoice v on v.id = r.invoice_id
  join wallet_user u on u.id = r.asker_id`;

const toAsked = (row: AskedRow): AskedRequest => ({
  ...toInvoice(row),
  id: row.id,
  bolt11: row.bolt11,
  declinedAt: row.declined_at,
  asker: { userId: row.asker_id, name: row.asker_name, addressName: row.asker_address },
});

async function findAsked(sql: Sql, payerId: string, id: string): Promise<AskedRequest | null> {
  if (!isUuid(id)) return null;
  const [row] = await sql<AskedRow[]>`
    ${sql.unsafe(ASKED)} where r.id = ${id} and r.payer_id = ${payerId}`;
  return row === undefined ? null : toAsked(row);
}

async function listAsked(sql: Sql, payerId: string, at: Date): Promise<readonly AskedRequest[]> {
  const rows = await sql<AskedRow[]>`
    ${sql.unsafe(ASKED)} where r.payer_id = ${payerId} and ${isOpen(sql, at)}
    order by r.created_at desc, r.id desc limit ${SHOWN_REQUESTS}`;
  return rows.map(toAsked);
}

async function countAsked(sql: Sql, payerId: string, at: Date): Promise<number> {
  const [row] = await sql<{ count: bigint }[]>`
    select count(*) from money_request r join invoice v on v.id = r.invoice_id
    where r.payer_id = ${payerId} and ${isOpen(sql, at)}`;
  return Number(row?.count ?? 0n);
}

interface OwnRow extends InvoiceRow {
  readonly id: string;
  readonly asked_name: string;
  readonly declined_at: Date | null;
}

async function listOwn(sql: Sql, askerId: string): Promise<readonly OwnRequest[]> {
  const rows = await sql<OwnRow[]>`
    select r.id, r.asked_name, r.declined_at, ${sql.unsafe(INVOICE_COLUMNS)}
    from money_request r join invoice v on v.id = r.invoice_id
    where r.asker_id = ${askerId}
    order by r.created_at desc, r.id desc limit ${SHOWN_REQUESTS}`;
  return rows.map((row) => ({
    ...toInvoice(row),
    id: row.id,
    askedName: row.asked_name,
    declinedAt: row.declined_at,
  }));
}

async function findAsking(
  sql: Sql,
  askerId: string,
  identifier: string,
): Promise<AskingInvoice | null> {
  const [row] = await sql<InvoiceRow[]>`
    select ${sql.unsafe(INVOICE_COLUMNS)} from invoice v
    where v.identifier = ${identifier} and v.user_id = ${askerId} and v.amount_sat is not null`;
  return row === undefined ? null : toInvoice(row);
}

/**
 * Declines a request. A payment of it that is already under way may still arrive, and then the
 * request counts as paid.
 */
async function decline(sql: Sql, payerId: string, id: string, at: Date): Promise<boolean> {
  if (!isUuid(id)) return false;
  const { count } = await sql`
    update money_request r set declined_at = ${at} from invoice v
    where v.id = r.invoice_id and r.id = ${id} and r.payer_id = ${payerId}
      and ${isOpen(sql, at)}`;
  return count === 1;
}

async function block(sql: Sql, payerId: string, id: string, at: Date): Promise<boolean> {
  const request = await findAsked(sql, payerId, id);
  if (request === null) return false;
  const { userId: askerId } = request.asker;
  // Requests that are being added when the user blocks are awaited, so that they disappear as well.
  // Later requests see the block (see waitForBoth).
  await waitForOthersOf(sql, payerId);
  await sql`
    insert into request_block (user_id, blocked_user_id, created_at)
    values (${payerId}, ${askerId}, ${at}) on conflict do nothing`;
  await sql`
    update money_request r set payer_id = null from invoice v
    where v.id = r.invoice_id and r.payer_id = ${payerId} and r.asker_id = ${askerId}
      and ${isOpen(sql, at)}`;
  return true;
}

async function unblock(sql: Sql, userId: string, blockedUserId: string): Promise<void> {
  if (!isUuid(blockedUserId)) return;
  await sql`
    delete from request_block
    where user_id = ${userId} and blocked_user_id = ${blockedUserId}`;
}

interface PartyRow {
  readonly user_id: string;
  readonly name: string | null;
  readonly address_name: string | null;
}

async function listBlocked(sql: Sql, userId: string): Promise<readonly RequestParty[]> {
  const rows = await sql<PartyRow[]>`
    select u.id as user_id, u.name,
      (select name from address_name where user_id = u.id and is_current) as address_name
    from request_block b join wallet_user u on u.id = b.blocked_user_id
    where b.user_id = ${userId} order by b.created_at desc`;
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.name,
    addressName: row.address_name,
  }));
}
