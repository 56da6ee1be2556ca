import { assert } from '../../../base/assert.ts';
import type { Sql } from '../../../database/sql.ts';
import type { BooksFinding } from '../books-store.ts';
import { applyRules, beginCheck, PLACE, type RulesPart } from './apply-rules.ts';
import type { BooksBounds } from './books-bounds.ts';
import type { BooksRule } from './books-rules.ts';

const SLICE_USERS = 2000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Where a sweep through all the books stands. */
interface Sweep {
  readonly part: BooksRule['isAbout'];
  readonly nextId: string;
  readonly isNew: boolean;
}

/** A slice that was checked in one snapshot. */
export interface CheckedSlice {
  readonly sweep: Sweep;
  /** The id with which the next slice begins; null after the last one of its part. */
  readonly endId: string | null;
  /** The number of transfers in it; those of a slice of users are counted later. */
  readonly transfersCount: bigint;
  readonly place: string;
  readonly findings: readonly BooksFinding[];
}

/** Checks the next slice; null when none is due. */
export async function checkSlice(
  sql: Sql,
  { sliceLines, sliceTransfers }: BooksBounds,
): Promise<CheckedSlice | null> {
  const place = await beginCheck(sql);
  const sweep = await readSweep(sql);
  if (sweep === null) return null;
  const { part, nextId } = sweep;
  const endId =
    part === 'users'
      ? await nextUser(sql, nextId, sliceLines)
      : await nextTransfer(sql, nextId, sliceTransfers);
  const slice = sliceOf(part, nextId, endId);
  const findings = await applyRules(sql, slice);
  const transfersCount = part === 'users' ? 0n : await countTransfers(sql, slice);
  return { sweep, endId, transfersCount, place, findings };
}

async function countTransfers(sql: Sql, { within, values }: RulesPart): Promise<bigint> {
  const [row] = await sql.unsafe<{ count: bigint }[]>(
    `select count(*) from transfer where ${within('id')}`,
    values,
  );
  assert(row !== undefined, 'an aggregate has one row');
  return row.count;
}

/** The rows from one id on, up to another one, which belongs to the next slice; null for no end. */
const sliceOf = (
  isAbout: BooksRule['isAbout'],
  fromId: string,
  endId: string | null,
): RulesPart => ({
  isAbout,
  within: (column) => `(${column} >= $1${endId === null ? '' : ` and ${column} < $2`})`,
  values: endId === null ? [fromId] : [fromId, endId],
});

/** Null when the last sweep has ended and the next one is not due. */
async function readSweep(sql: Sql): Promise<Sweep | null> {
  const [row] = await sql<
    { part: Sweep['part']; next_id: string; is_ended: boolean; is_due: boolean }[]
  >`
    select part, next_id, ended_at is not null as is_ended,
      clock_timestamp() not between begun_at and begun_at + least(interval '1 day',
        greatest(interval '1 hour', 12 * (ended_at - begun_at))) as is_due
    from books_sweep`;
  if (row !== undefined && !row.is_ended)
    return { part: row.part, nextId: row.next_id, isNew: false };
  const isDue = row === undefined || row.is_due;
  return isDue ? { part: 'users', nextId: FIRST_ID, isNew: true } : null;
}

/**
 * Stores where to go on after a slice, unless another process has done so, or the database has gone
 * back since. After the last slice, the last check of the books knows how many transfers there are.
 */
export async function moveSweep(sql: Sql, slice: CheckedSlice): Promise<void> {
  const { sweep, endId, transfersCount, place } = slice;
  const { part, nextId, isNew } = sweep;
  const nextPart = endId === null ? 'transfers' : part;
  const isEnded = endId === null && part === 'transfers';
  await sql`
    with moved as (
      insert into books_sweep as known (part, next_id, begun_at)
      select ${nextPart}, ${endId ?? FIRST_ID}::uuid, clock_timestamp()
      where ${place} = ${PLACE(sql)}
      on conflict (is_only) do update set part = excluded.part, next_id = excluded.next_id,
        begun_at = case when ${isNew} then excluded.begun_at else known.begun_at end,
        ended_at = case when ${isEnded} then clock_timestamp() end,
        transfers_count = case when ${isNew} then 0 else known.transfers_count end
          + ${transfersCount}
      where case when ${isNew} then known.ended_at is not null
        else (known.part, known.next_id) = (${part}, ${nextId}::uuid) and known.ended_at is null end
      returning known.ended_at, known.transfers_count
    )
    update books_check set transfers_count = moved.transfers_count
    from moved where moved.ended_at is not null`;
}

/** The first user after those of a slice that begins with a user; null when none is left. */
async function nextUser(sql: Sql, fromId: string, lines: number): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select user_id as id
    from (
      select user_id, row_number() over users as place,
        sum(wallet_seq + held_seq + record_seq) over users
          - (wallet_seq + held_seq + record_seq) as lines_before
      from (
        select * from wallet where user_id >= ${fromId} order by user_id limit ${SLICE_USERS + 1}
      ) wallet
      window users as (order by user_id)
    ) w
    where lines_before >= ${lines} or place > ${SLICE_USERS}
    order by user_id limit 1`;
  return row?.id ?? null;
}

/** The first id after a slice of transfers, invoices and records; null when none is left. */
async function nextTransfer(sql: Sql, fromId: string, transfers: number): Promise<string | null> {
  const nth = (table: string) => sql`
    (select id from ${sql(table)} where id >= ${fromId} order by id
      offset ${transfers} limit 1)`;
  const [row] = await sql<{ id: string }[]>`
    select id from (
      ${nth('transfer')} union all ${nth('invoice')} union all ${nth('settled_record')}
    ) next order by id limit 1`;
  return row?.id ?? null;
}
