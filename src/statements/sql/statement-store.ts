import { shownPayerName } from '../../authorization/name.ts';
import { type Sat, sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { createKeyedQueue } from '../../base/keyed-queue.ts';
import { MAX_DEEP_LISTS, MAX_WAITING_LISTS } from '../../base/limits.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { recordJson } from '../../ledger/sql/record-json.ts';
import { STATEMENT_STEP } from '../limits.ts';
import type {
  LineRange,
  ShownLine,
  StatementFigures,
  StatementLine,
  StatementMonth,
  StatementStore,
  StatementTotals,
} from '../statement.ts';

/**
 * Creates the store. Summing up may read a whole month, so each user has one such query at a time,
 * and all users together have a few.
 */
export function createStatementStore(database: Database): StatementStore {
  const turns = createKeyedQueue({
    maxRunning: MAX_DEEP_LISTS,
    maxWaitingOfKey: MAX_WAITING_LISTS,
  });
  return {
    ...bindQueries(database, { reckon, listMonths, findMonth, listLines, listShownLines }),
    sumLines: async (range) => {
      const sum = () => database.query((sql) => sumLines(sql, range));
      const done = await turns.run(range.userId, sum);
      return done?.value ?? null;
    },
    listDue: (now, afterUserId, limit) =>
      database.transaction((sql) => listDue(sql, now, afterUserId, limit)),
  };
}

async function reckon(sql: Sql, userId: string, now: Date): Promise<StatementTotals> {
  const [row] = await sql<{ answer: StatementTotals }[]>`
    select reckon_statement(${userId}, ${now}, ${STATEMENT_STEP}) as answer`;
  assert(row !== undefined, 'a function answers');
  return row.answer;
}

interface MonthRow {
  readonly month: string;
  readonly time_zone: string;
  readonly begins_at: Date;
  readonly ends_at: Date;
  readonly after_seq: bigint;
  readonly last_seq: bigint;
  readonly opening_msat: bigint;
  readonly incoming_msat: bigint;
  readonly outgoing_msat: bigint;
  readonly fees_msat: bigint;
  readonly closing_msat: bigint;
  readonly held_msat: bigint;
  readonly previous_link: string;
  readonly head: string;
  readonly closed_at: Date | null;
}

const SUMS = `
  month, time_zone, begins_at, ends_at, after_seq, last_seq, opening_msat, incoming_msat,
  outgoing_msat, fees_msat, encode(previous_link, 'hex') as previous_link,
  encode(head, 'hex') as head`;

const CLOSED = `select ${SUMS}, closing_msat, held_msat, closed_at from statement_close`;

/**
 * SQL for the open month. Its sums contain only the records that were added to the month already;
 * newer records may exist.
 */
const OPEN = `
  select ${SUMS}, closing_msat,
    least(closing_msat, (select wallet.held_msat from wallet where user_id = $1)) as held_msat,
    null::timestamptz as closed_at
  from (
    select *, opening_msat + incoming_msat - outgoing_msat - fees_msat as closing_msat
    from statement_open
  ) open_month`;

async function listMonths(
  sql: Sql,
  userId: string,
  limit: number,
): Promise<readonly StatementMonth[]> {
  const rows = await sql.unsafe<MonthRow[]>(
    `(${OPEN} where user_id = $1)
    union all
    (${CLOSED} where user_id = $1 order by month desc limit $2::integer)
    order by month desc`,
    [userId, String(limit)],
  );
  return rows.map(parseMonth);
}

async function findMonth(sql: Sql, userId: string, month: string): Promise<StatementMonth | null> {
  const [row] = await sql.unsafe<MonthRow[]>(
    `${CLOSED} where user_id = $1 and month = $2
    union all
    ${OPEN} where user_id = $1 and month = $2`,
    [userId, month],
  );
  return row === undefined ? null : parseMonth(row);
}

const parseMonth = (row: MonthRow): StatementMonth => ({
  month: row.month,
  timeZone: row.time_zone,
  beginsAt: row.begins_at,
  endsAt: row.ends_at,
  afterSeq: row.after_seq,
  lastSeq: row.last_seq,
  openingSat: wholeSat(row.opening_msat),
  incomingSat: wholeSat(row.incoming_msat),
  outgoingSat: wholeSat(row.outgoing_msat),
  feesSat: wholeSat(row.fees_msat),
  closingSat: wholeSat(row.closing_msat),
  heldSat: wholeSat(row.held_msat),
  previousLink: row.previous_link,
  head: row.head,
  closedAt: row.closed_at,
});

interface FiguresRow {
  readonly seq: bigint;
  readonly booked_at: Date;
  readonly settled_at: Date;
  readonly direction: StatementLine['direction'];
  readonly amount_msat: bigint;
  readonly fee_msat: bigint;
  readonly grant_id: string | null;
}

interface LineRow extends FiguresRow {
  readonly body: string;
}

interface ShownRow extends FiguresRow {
  readonly identifier: string;
  readonly description: string | null;
  readonly counterparty: string | null;
}

async function listLines(
  sql: Sql,
  { userId, afterSeq, upToSeq, limit }: LineRange,
): Promise<readonly StatementLine[]> {
  const rows = await sql<LineRow[]>`
    select seq, booked_at, settled_at, direction, amount_msat, fee_msat, grant_id, body
    from statement_lines(${userId}, ${afterSeq}, ${upToSeq}) limit ${limit}`;
  return rows.map((row) => ({ ...parseFigures(row), body: row.body }));
}

/**
 * Lists lines for pages, with only those words from each record's JSON that readStatementWords
 * needs.
 */
async function listShownLines(
  sql: Sql,
  { userId, afterSeq, upToSeq, limit }: LineRange,
): Promise<readonly ShownLine[]> {
  const rows = await sql<ShownRow[]>`
    select seq, booked_at, settled_at, direction, amount_msat, fee_msat, grant_id,
      coalesce(identifier, '') as identifier,
      coalesce(nullif(memo, ''), nullif(comment, ''), nullif(keysend_message, '')) as description,
      case direction
        when 'outgoing' then nullif(metadata #>> '{recipient_data,identifier}', '')
        else nullif(payer_name, '')
      end as counterparty
    from statement_lines(${userId}, ${afterSeq}, ${upToSeq}) line,
      json_to_record(${sql.unsafe(recordJson('line.body'))}) as field (
        identifier text, memo text, comment text, keysend_message text, metadata json,
        payer_name text)
    order by seq
    limit ${limit}`;
  return rows.map((row) => {
    const { identifier, description, direction } = row;
    const isOutgoing = direction === 'outgoing';
    const counterparty = isOutgoing ? row.counterparty : shownPayerName(row.counterparty);
    return { ...parseFigures(row), words: { identifier, description, counterparty } };
  });
}

const parseFigures = (row: FiguresRow): StatementFigures => ({
  seq: row.seq,
  bookedAt: row.booked_at,
  settledAt: row.settled_at,
  direction: row.direction,
  amountSat: wholeSat(row.amount_msat),
  feeSat: wholeSat(row.fee_msat),
  grantId: row.grant_id,
});

async function sumLines(
  sql: Sql,
  { userId, afterSeq, upToSeq }: Omit<LineRange, 'limit'>,
): Promise<bigint> {
  const [row] = await sql<{ change_msat: bigint }[]>`
    select coalesce(sum(
        case direction when 'incoming' then amount_msat else -(amount_msat + fee_msat) end
      ), 0)::bigint as change_msat
    from statement_lines(${userId}, ${afterSeq}, ${upToSeq})`;
  assert(row !== undefined && row.change_msat % 1000n === 0n, 'users have whole sats');
  return row.change_msat / 1000n;
}

function wholeSat(amountMsat: bigint): Sat {
  assert(amountMsat % 1000n === 0n, 'the accounts of users hold whole sats');
  return sat(amountMsat / 1000n);
}

/**
 * Lists wallets with months that can be closed. The query reads a row of every wallet that has
 * records, and runs once an hour, in only one of all processes.
 */
async function listDue(
  sql: Sql,
  now: Date,
  afterUserId: string | null,
  limit: number,
): Promise<readonly string[]> {
  const rows = await sql<{ user_id: string }[]>`
    select wallet.user_id
    from wallet
    left join statement_open open_month on open_month.user_id = wallet.user_id
    where wallet.record_seq > 0
      and (${afterUserId}::uuid is null or wallet.user_id > ${afterUserId}::uuid)
      and (open_month.user_id is null
        or open_month.ends_at <= least(clock_timestamp(), ${now}) - interval '1 hour')
    order by wallet.user_id
    limit ${limit}`;
  return rows.map((row) => row.user_id);
}
