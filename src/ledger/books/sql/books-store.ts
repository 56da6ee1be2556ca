import { msat } from '../../../base/amount.ts';
import { assert } from '../../../base/assert.ts';
import type { Database } from '../../../database/db.ts';
import type { Sql } from '../../../database/sql.ts';
import type { BooksFinding, BooksReport, BooksStore } from '../books-store.ts';
import { applyRules, beginCheck, WHOLE } from './apply-rules.ts';
import { BOOKS_BOUNDS, type BooksBounds } from './books-bounds.ts';
import { checkNewLines, noteProven } from './check-new-lines.ts';
import { checkSlice, moveSweep } from './check-slice.ts';

export const createBooksStore = (
  database: Database,
  bounds: BooksBounds = BOOKS_BOUNDS,
): BooksStore => ({
  checkBooks: () => inSnapshot(database, checkBooks),
  checkNewLines: async (fromUser) => {
    const part = await inSnapshot(database, (sql) => checkNewLines(sql, fromUser, bounds));
    const { findings, stretches, nextUser } = part;
    if (findings.length === 0) await database.query((sql) => noteProven(sql, part));
    const linesCount = Number(stretches.reduce((sum, one) => sum + one.lastSeq - one.afterSeq, 0n));
    return { findings, linesCount, nextUser };
  },
  checkSlice: async () => {
    const slice = await inSnapshot(database, (sql) => checkSlice(sql, bounds));
    if (slice === null) return null;
    if (slice.findings.length === 0) await database.query((sql) => moveSweep(sql, slice));
    return slice.findings;
  },
});

const inSnapshot = <T>(database: Database, work: (sql: Sql) => Promise<T>): Promise<T> =>
  database.transaction(work, 'repeatable read, read only');

async function checkBooks(sql: Sql): Promise<BooksReport> {
  const place = await beginCheck(sql);
  const findings: BooksFinding[] = [];
  for (const part of WHOLE) findings.push(...(await applyRules(sql, part)));
  return { place, ...(await readTotals(sql)), findings };
}

interface TotalsRow {
  readonly transfers_count: bigint;
  readonly liabilities_msat: bigint;
  readonly node_msat: bigint;
}

async function readTotals(sql: Sql): Promise<Omit<BooksReport, 'place' | 'findings'>> {
  const [row] = await sql<TotalsRow[]>`
    select
      (select count(*) from transfer) as transfers_count,
      coalesce(sum(amount_msat)
        filter (where account in ('wallet', 'held', 'unclaimed')), 0)::bigint as liabilities_msat,
      coalesce(sum(amount_msat) filter (where account = 'node'), 0)::bigint as node_msat
    from posting`;
  assert(row !== undefined, 'an aggregate has one row');
  return {
    transfersCount: row.transfers_count,
    liabilitiesMsat: msat(row.liabilities_msat),
    nodeMsat: msat(row.node_msat),
  };
}
