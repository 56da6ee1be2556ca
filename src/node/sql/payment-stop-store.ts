import { logged } from '../../alarms/operator-log/sql/write-action.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { BooksFinding, BooksReport } from '../../ledger/books/books-store.ts';
import { PLACE } from '../../ledger/books/sql/apply-rules.ts';
import type {
  BooksCheck,
  BooksFindingsStore,
  OperatorStopStore,
  PaymentStopStore,
  StopReason,
  StoredStop,
} from '../payment-stop-store.ts';

export const createPaymentStopStore = (database: Database): PaymentStopStore => ({
  ...bindQueries(database, {
    listStops,
    lastBooksCheck,
    stopForOperator,
    noteNewLines,
    isCheckedHere,
  }),
  noteBooks: (report) => database.transaction((sql) => noteBooks(sql, report)),
  noteFindings: (findings) => database.transaction((sql) => noteFindings(sql, findings)),
});

export const createOperatorStopStore = (database: Database): OperatorStopStore => ({
  stop: (detail, action) =>
    logged(
      database,
      action,
      (sql) => stopByHand(sql, detail),
      (isNew) => isNew,
    ),
  lift: (since, action) =>
    logged(
      database,
      action,
      (sql) => liftByHand(sql, since),
      (isLifted) => isLifted,
    ),
});

export const createBooksFindingsStore = (database: Database): BooksFindingsStore =>
  bindQueries(database, { listBooksFindings });

async function listStops(sql: Sql): Promise<readonly StoredStop[]> {
  const rows = await sql<{ reason: StopReason; detail: string; since: Date }[]>`
    select reason, detail, since from outside_stop order by since, reason`;
  return rows.map(({ reason, detail, since }) => ({ reason, detail, since }));
}

async function stopForOperator(sql: Sql, detail: string): Promise<void> {
  await stopByHand(sql, detail);
}

async function noteBooks(sql: Sql, report: BooksReport): Promise<void> {
  const { place, transfersCount, findings } = report;
  await sql`
    insert into books_check (checked_at, transfers_count, findings_count, findings, place)
    values (clock_timestamp(), ${transfersCount}, ${findings.length}, ${JSON.stringify(findings)},
      ${place})
    on conflict (is_only) do update set checked_at = excluded.checked_at,
      transfers_count = excluded.transfers_count, findings_count = excluded.findings_count,
      findings = excluded.findings, place = excluded.place`;
  if (findings.length === 0) await sql`delete from outside_stop where reason = 'books'`;
  else await stopForBooks(sql, findings);
}

async function noteFindings(sql: Sql, findings: readonly BooksFinding[]): Promise<void> {
  await sql`
    update books_check set checked_at = clock_timestamp(), findings_count = ${findings.length},
      findings = ${JSON.stringify(findings)}`;
  await stopForBooks(sql, findings);
}

async function noteNewLines(sql: Sql): Promise<void> {
  await sql`update books_check set checked_at = clock_timestamp() where findings_count = 0`;
}

async function isCheckedHere(sql: Sql): Promise<boolean> {
  const rows = await sql`
    select from books_check where place = ${PLACE(sql)}`;
  return rows.length > 0;
}

async function stopForBooks(sql: Sql, findings: readonly BooksFinding[]): Promise<void> {
  const detail = `the books do not balance: ${findings.length} findings`;
  await sql`
    insert into outside_stop (reason, detail) values ('books', ${detail})
    on conflict (reason) do update set detail = excluded.detail`;
}

async function stopByHand(sql: Sql, detail: string): Promise<boolean> {
  const { count } = await sql`
    insert into outside_stop (reason, detail) values ('operator', ${detail})
    on conflict (reason) do nothing`;
  return count === 1;
}

async function liftByHand(sql: Sql, since: Date | null): Promise<boolean> {
  const { count } = await sql`
    delete from outside_stop where reason = 'operator'
      and date_trunc('milliseconds', since) = coalesce(
        ${since}::timestamptz, date_trunc('milliseconds', since))`;
  return count === 1;
}

async function lastBooksCheck(sql: Sql): Promise<BooksCheck | null> {
  const [row] = await sql<
    { checked_at: Date; transfers_count: bigint; findings_count: number }[]
  >`select checked_at, transfers_count, findings_count from books_check`;
  return row === undefined
    ? null
    : {
        checkedAt: row.checked_at,
        transfersCount: row.transfers_count,
        findingsCount: row.findings_count,
      };
}

async function listBooksFindings(sql: Sql): Promise<readonly BooksFinding[]> {
  const rows = await sql<BooksFinding[]>`
    select found.rule, found.subject, found.detail
    from books_check, json_to_recordset(findings) as found (rule text, subject text, detail text)`;
  return rows.map(({ rule, subject, detail }) => ({ rule, subject, detail }));
}
