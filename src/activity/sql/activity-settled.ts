import type { Sql } from '../../database/sql.ts';
import type { MovementKind } from '../../ledger/movement-kind.ts';
import type { RecordRail } from '../../ledger/record-rail.ts';
import { recordJson } from '../../ledger/sql/record-json.ts';
import type { ListPart, SettledEntry } from '../activity-store.ts';
import { SEARCHED_BYTES, SEARCHED_RECORDS } from '../limits.ts';
import {
  allOf,
  type Condition,
  contains,
  isAmong,
  PAYEE,
  type Search,
} from './activity-filters.ts';

type Part = ListPart<SettledEntry, bigint>;

/**
 * Lists records of settled money, newest first. The records of a user are numbered without gaps, so
 * with `hasWindow` a search is limited to a range of numbers, which bounds its work.
 */
export async function listSettled(sql: Sql, query: Search, hasWindow: boolean): Promise<Part> {
  const range = hasWindow
    ? await readWindow(sql, query)
    : { from: 0n, oldest: 0n, before: query.before.settledBefore };
  const rows = await readRows(sql, query, range);
  const entries = rows.map((row) => ({
    at: row.booked_at,
    position: row.seq,
    entry: {
      kind: 'settled' as const,
      rail: row.rail,
      movement: row.kind,
      body: row.body,
      bookedAt: row.booked_at,
      grantId: row.grant_id,
      payeeLink: row.payee_link,
    },
  }));
  const last = entries.at(-1);
  if (last !== undefined && entries.length === query.limit) {
    return { entries, end: last.position > 1n ? last : null };
  }
  return { entries, end: await readEnd(sql, query, range) };
}

/**
 * A range of record numbers that a query reads: from `from`, up to and without `before`. No record
 * before `oldest` can match the filters of time, so a search that has reached it is complete.
 */
interface Range {
  readonly from: bigint;
  readonly oldest: bigint;
  readonly before: bigint;
}

async function readWindow(sql: Sql, query: Search): Promise<Range> {
  const { userId, from, to } = query;
  const [row] = await sql<{ seq: bigint }[]>`
    select coalesce(max(seq), 0::bigint) as seq from settled_record where user_id = ${userId}`;
  const behindNewest = (row?.seq ?? 0n) + 1n;
  const first = from === null ? 1n : await findFirstSince(sql, query, from, behindNewest);
  const behind = to === null ? behindNewest : await findFirstSince(sql, query, to, behindNewest);
  const before = behind < query.before.settledBefore ? behind : query.before.settledBefore;
  const searched = before - BigInt(SEARCHED_RECORDS);
  const range = { oldest: first, from: searched > first ? searched : first, before };
  return { ...range, from: await boundBytes(sql, query, range) };
}

/**
 * Finds the start of the part of a range whose records together have at most SEARCHED_BYTES bytes,
 * counted from the newest one. At least one record is in it.
 */
async function boundBytes(sql: Sql, { userId }: Search, range: Range): Promise<bigint> {
  const { from, before } = range;
  const [row] = await sql<{ seq: bigint | null }[]>`
    select min(seq) as seq from (
      select seq, sum(octet_length(body)) over (order by seq desc) as bytes
      from settled_record
      where user_id = ${userId} and seq < ${before} and seq >= ${from}
    ) looked
    where bytes <= ${SEARCHED_BYTES}`;
  return row?.seq ?? (before > from ? before - 1n : from);
}

/**
 * Finds the number of the first record that was booked at a time or later. Numbers grow with time,
 * so this is a binary search by the primary key.
 */
async function findFirstSince(
  sql: Sql,
  { userId }: Search,
  at: Date,
  behindNewest: bigint,
): Promise<bigint> {
  const [row] = await sql<{ low: bigint }[]>`
    with recursive step (low, high) as (
      select 1::bigint, ${behindNewest}
      union all
      select
        case when r.booked_at < ${at} then r.seq + 1 else low end,
        case when r.booked_at < ${at} then high else r.seq end
      from step
      join settled_record r on r.user_id = ${userId} and r.seq = (low + high) / 2
      where low < high
    )
    select low from step where low = high`;
  return row?.low ?? behindNewest;
}

interface RecordRow {
  readonly seq: bigint;
  readonly booked_at: Date;
  readonly rail: RecordRail;
  readonly kind: MovementKind | null;
  readonly body: string;
  readonly grant_id: string | null;
  readonly payee_link: string | null;
}

/**
 * Reads the records that the page shows. The LNURL of an outgoing payment is read from the table
 * `payment`, by its primary key.
 */
async function readRows(
  sql: Sql,
  query: Search,
  { from, before }: Range,
): Promise<readonly RecordRow[]> {
  return await sql<RecordRow[]>`
    select record.seq, record.booked_at, record.rail, record.kind, record.body, record.grant_id,
      case record.direction when 'outgoing' then
        (select sent_to ->> 'link' from payment where payment.id = record.id) end as payee_link
    from filled_record record
    where record.user_id = ${query.userId} and record.seq < ${before} and record.seq >= ${from}
      and ${allOf(sql, filtersOf(sql, query))}
    order by record.seq desc
    limit ${query.limit}`;
}

function filtersOf(sql: Sql, { direction, grantId, minAmountSat, text, payees }: Search) {
  const filters: Condition[] = [];
  if (direction !== 'both') filters.push(sql`record.direction = ${direction}::record_direction`);
  if (text !== null) {
    const words = holdsText(sql, text);
    filters.push(payees.length === 0 ? words : sql`(${words} or ${wentTo(sql, payees)})`);
  }
  if (minAmountSat !== null) filters.push(sql`record.amount_msat >= ${minAmountSat * 1000n}`);
  if (grantId !== null) filters.push(sql`record.grant_id = ${grantId}`);
  return filters;
}

const RECORD = `(${recordJson('record.body')})`;

/**
 * The condition that a record contains a text. The raw JSON is searched first, because that is fast
 * and rules out most records.
 */
const holdsText = (sql: Sql, text: string): Condition =>
  allOf(sql, [
    contains(sql, sql`record.body`, JSON.stringify(text).slice(1, -1)),
    contains(sql, sql.unsafe(SEARCHED_TEXT), text),
  ]);

/**
 * The condition that a payment went to one of the given payees. Before payees are compared, a
 * pattern on the raw JSON rules out payments that went neither to an address nor to an LNURL.
 */
const wentTo = (sql: Sql, payees: readonly string[]): Condition => sql`
  (record.direction = 'outgoing' and record.body like '%"recipient_data"%'
    and ${isAmong(sql, payees, PAID_PAYEE)})`;

const PAID_PAYEE = `(select ${PAYEE} from payment where payment.id = record.id)`;

/**
 * SQL for the text through which a search looks: what people wrote, and what identifies the
 * payment.
 */
const SEARCHED_TEXT = `(
  select concat_ws(chr(10), memo, comment, keysend_message, payer_name, payer_email, payment_hash,
    identifier, address, txid, metadata #>> '{recipient_data,identifier}', boostagram ->> 'podcast',
    boostagram ->> 'episode', boostagram ->> 'app_name')
  from json_to_record(${RECORD}) as field (
    memo text, comment text, keysend_message text, payer_name text, payer_email text,
    payment_hash text, identifier text, address text, txid text, metadata json, boostagram json))`;

/** The place where a search stopped; null if it came to the oldest record that can match. */
async function readEnd(
  sql: Sql,
  { userId }: Search,
  { from, oldest }: Range,
): Promise<Part['end']> {
  if (from <= oldest) return null;
  const [row] = await sql<{ booked_at: Date }[]>`
    select booked_at from settled_record where user_id = ${userId} and seq = ${from}`;
  return row === undefined ? null : { at: row.booked_at, position: from };
}
