import { msat } from '../../../base/amount.ts';
import { assert } from '../../../base/assert.ts';
import type { Database } from '../../../database/db.ts';
import type { Sql } from '../../../database/sql.ts';
import {
  type BooksFinding,
  type BooksReport,
  type BooksStore,
  FINDINGS_MAX,
} from '../books-store.ts';
import { BOOKS_RULES, type BooksRule } from './books-rules.ts';
import { STATEMENT_RULES } from './statement-rules.ts';

export const createBooksStore = (database: Database): BooksStore => ({
  checkBooks: () => database.transaction(checkBooks, 'repeatable read, read only'),
});

async function checkBooks(sql: Sql): Promise<BooksReport> {
  // Checking the books reads all tables, so its statements have no time limit.
  await sql`select set_config('statement_timeout', '0', true)`;
  const findings: BooksFinding[] = [];
  for (const rule of [...BOOKS_RULES, ...STATEMENT_RULES])
    findings.push(...(await applyRule(sql, rule)));
  return { ...(await readTotals(sql)), findings };
}

async function applyRule(sql: Sql, rule: BooksRule): Promise<readonly BooksFinding[]> {
  const rows = await sql<{ subject: string; detail: string | null }[]>`
    select subject::text, detail from (${sql.unsafe(rule.findings)}) finding limit ${FINDINGS_MAX}`;
  return rows.map(({ subject, detail }) => ({ rule: rule.name, subject, detail: detail ?? '' }));
}

interface TotalsRow {
  readonly transfers_count: bigint;
  readonly liabilities_msat: bigint;
  readonly node_msat: bigint;
}

async function readTotals(sql: Sql): Promise<Omit<BooksReport, 'findings'>> {
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
