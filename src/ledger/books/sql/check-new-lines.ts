import { ARRAY_OF, type Sql } from '../../../database/sql.ts';
import type { BooksFinding } from '../books-store.ts';
import { applyRules, beginCheck, findBy, PLACE, readByIndex } from './apply-rules.ts';
import type { BooksBounds } from './books-bounds.ts';

const STEP_USERS = 1000;
const MAX_SEQ = 9_223_372_036_854_775_807n;

/**
 * New lines or records of a user: those after `afterSeq` up to `lastSeq`. If others wait, so that
 * the balance belongs to a later line, `balanceMsat` is null. Otherwise nothing may follow.
 */
interface Stretch {
  readonly userId: string;
  readonly account: 'wallet' | 'held' | 'record';
  readonly afterSeq: bigint;
  readonly lastSeq: bigint;
  readonly untilSeq: bigint;
  readonly balanceMsat: bigint | null;
}

interface WalletRow {
  readonly user_id: string;
  readonly wallet_msat: bigint;
  readonly held_msat: bigint;
  readonly wallet_seq: bigint;
  readonly held_seq: bigint;
  readonly record_seq: bigint;
  readonly wallet_after: bigint;
  readonly held_after: bigint;
  readonly record_after: bigint;
}

/** New lines that were checked in one snapshot. */
export interface CheckedLines {
  readonly stretches: readonly Stretch[];
  readonly nextUser: string | null;
  readonly place: string;
  readonly findings: readonly BooksFinding[];
}

/**
 * Checks the lines and records that are new. Lines get their numbers while their wallet is locked,
 * so no commit can bring a lower one later.
 */
export async function checkNewLines(
  sql: Sql,
  fromUser: string | null,
  { stepLines }: BooksBounds,
): Promise<CheckedLines> {
  const place = await beginCheck(sql);
  const { stretches, nextUser } = chooseStretches(await listBehind(sql, fromUser), stepLines);
  const values = columnsOf(stretches);
  await readByIndex(sql);
  const findings = [
    ...(await findBy(sql, 'new lines follow from those before', WRONG_LINES, values)),
    ...(await findBy(sql, 'new records have no gap', WRONG_RECORDS, values)),
    ...(await applyRules(sql, {
      isAbout: 'transfers',
      within: (column) => `${column} = any ($1::uuid[])`,
      values: [await listTouched(sql, values)],
    })),
  ];
  return { stretches, nextUser, place, findings };
}

/** Wallets with more lines or records than were checked, or with fewer, which begin from zero. */
const listBehind = (sql: Sql, fromUser: string | null): Promise<readonly WalletRow[]> =>
  sql<WalletRow[]>`
    select w.user_id, w.wallet_msat, w.held_msat, w.wallet_seq, w.held_seq, w.record_seq,
      case when p.wallet_seq <= w.wallet_seq then p.wallet_seq else 0 end as wallet_after,
      case when p.held_seq <= w.held_seq then p.held_seq else 0 end as held_after,
      case when p.record_seq <= w.record_seq then p.record_seq else 0 end as record_after
    from wallet w
    left join books_proven p on p.user_id = w.user_id
    where w.user_id >= coalesce(${fromUser}::uuid, '00000000-0000-0000-0000-000000000000')
      and (w.wallet_seq, w.held_seq, w.record_seq) <>
        (coalesce(p.wallet_seq, 0), coalesce(p.held_seq, 0), coalesce(p.record_seq, 0))
    order by w.user_id limit ${STEP_USERS + 1}`;

/** Takes users until there are enough lines. The last one may be left before their end. */
function chooseStretches(
  rows: readonly WalletRow[],
  stepLines: number,
): Pick<CheckedLines, 'stretches' | 'nextUser'> {
  const stretches: Stretch[] = [];
  let lines = 0n;
  for (const [place, row] of rows.entries()) {
    if (lines >= stepLines || place === STEP_USERS) return { stretches, nextUser: row.user_id };
    const ofUser = stretchesOf(row, stepLines);
    stretches.push(...ofUser);
    lines += ofUser.reduce((sum, one) => sum + one.lastSeq - one.afterSeq, 0n);
    if (ofUser.some(({ untilSeq }) => untilSeq < MAX_SEQ))
      return { stretches, nextUser: row.user_id };
  }
  return { stretches, nextUser: null };
}

function stretchesOf(row: WalletRow, stepLines: number): readonly Stretch[] {
  const stretch = (
    account: Stretch['account'],
    afterSeq: bigint,
    seq: bigint,
    balanceMsat: bigint | null,
  ): Stretch => {
    const isCut = seq - afterSeq > stepLines;
    const lastSeq = isCut ? afterSeq + BigInt(stepLines) : seq;
    return {
      userId: row.user_id,
      account,
      afterSeq,
      lastSeq,
      untilSeq: isCut ? lastSeq : MAX_SEQ,
      balanceMsat: isCut ? null : balanceMsat,
    };
  };
  return [
    stretch('wallet', row.wallet_after, row.wallet_seq, row.wallet_msat),
    stretch('held', row.held_after, row.held_seq, row.held_msat),
    stretch('record', row.record_after, row.record_seq, null),
  ];
}

type Columns = readonly (readonly (string | null)[])[];

const columnsOf = (stretches: readonly Stretch[]): Columns => [
  stretches.map(({ userId }) => userId),
  stretches.map(({ account }) => account),
  stretches.map(({ afterSeq }) => String(afterSeq)),
  stretches.map(({ lastSeq }) => String(lastSeq)),
  stretches.map(({ untilSeq }) => String(untilSeq)),
  stretches.map(({ balanceMsat }) => (balanceMsat === null ? null : String(balanceMsat))),
];

const STRETCHES = `
  unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
    s (user_id, account, after_seq, last_seq, until_seq, balance_msat)`;

const WRONG_LINES = `
  select s.user_id || ' ' || s.account as subject,
    format('lines %s to %s: %s there, %s right, %s msat after them, the balance is %s',
      s.after_seq + 1, s.last_seq, line.total, line.right_total, base.msat + line.msat,
      s.balance_msat) as detail
  from ${STRETCHES}
  cross join lateral (
    select case when s.after_seq = 0 then 0 else (
      select b.balance_after_msat from posting b
      where b.user_id = s.user_id and b.account = s.account::account_name and b.seq = s.after_seq
    ) end as msat
  ) base
  cross join lateral (
    select count(*) as total, coalesce(sum(amount_msat), 0) as msat,
      count(*) filter (where seq = s.after_seq + place
        and balance_after_msat = base.msat + sum_msat) as right_total
    from (
      select seq, amount_msat, balance_after_msat, row_number() over statement as place,
        sum(amount_msat) over statement as sum_msat
      from posting p
      where p.user_id = s.user_id and p.account = s.account::account_name
        and p.seq > s.after_seq and p.seq <= s.until_seq
      window statement as (order by seq)
    ) one
  ) line
  where s.account <> 'record' and (line.total <> s.last_seq - s.after_seq
    or line.right_total <> line.total
    or s.balance_msat <> base.msat + line.msat
    or base.msat is null)`;

const NEW_RECORDS = `
  select s.user_id, s.after_seq, s.last_seq, r.id, r.seq
  from ${STRETCHES}
  left join settled_record r
    on r.user_id = s.user_id and r.seq > s.after_seq and r.seq <= s.until_seq
  where s.account = 'record'`;

/** Numbers of records are unique for each user, so as many as there should be have no gap. */
const WRONG_RECORDS = `
  select user_id as subject,
    format('records %s to %s: %s there', after_seq + 1, last_seq, count(id)) as detail
  from (${NEW_RECORDS}) record
  group by user_id, after_seq, last_seq
  having count(id) <> last_seq - after_seq or max(seq) > last_seq`;

/** The ids of all that belongs to new lines and records, on either side of their transfers. */
async function listTouched(sql: Sql, columns: Columns): Promise<readonly string[]> {
  const rows = await sql.unsafe<{ id: string }[]>(
    `with line as (
      select p.transfer_id as id
      from ${STRETCHES}
      join posting p on p.user_id = s.user_id and p.account = s.account::account_name
        and p.seq > s.after_seq and p.seq <= s.until_seq
      where s.account <> 'record'
    ), known as (
      select id from line
      union
      select t.subject_id from transfer t join line on line.id = t.id
      union
      select id from (${NEW_RECORDS}) record where id is not null
    ), paid as (
      select r.id, r.invoice_id, r.payment_id from receipt r join known on known.id = r.id
      union
      select r.id, r.invoice_id, r.payment_id from receipt r join known on known.id = r.payment_id
    )
    select id from known
    union
    select part.id from paid cross join lateral (
      values (paid.id), (paid.invoice_id), (paid.payment_id)
    ) part (id) where part.id is not null`,
    columns,
  );
  return rows.map(({ id }) => id);
}

/**
 * Stores how far the lines were checked, unless the database has gone back since. Of two processes,
 * the later one counts: what it stores was checked as well.
 */
export async function noteProven(sql: Sql, { stretches, place }: CheckedLines): Promise<void> {
  const seqs = (account: Stretch['account']) =>
    sql.array(
      stretches.filter((one) => one.account === account).map(({ lastSeq }) => lastSeq),
      ARRAY_OF.bigint,
    );
  const users = stretches.filter(({ account }) => account === 'wallet');
  await sql`
    insert into books_proven (user_id, wallet_seq, held_seq, record_seq)
    select * from unnest(
      ${sql.array(
        users.map(({ userId }) => userId),
        ARRAY_OF.uuid,
      )},
      ${seqs('wallet')}, ${seqs('held')}, ${seqs('record')}) proven
    where ${place} = ${PLACE(sql)}
    on conflict (user_id) do update set wallet_seq = excluded.wallet_seq,
      held_seq = excluded.held_seq, record_seq = excluded.record_seq`;
}
