import { assert } from '../../../base/assert.ts';
import type { Sql } from '../../../database/sql.ts';
import { type BooksFinding, FINDINGS_MAX } from '../books-store.ts';
import { BOOKS_RULES, type BooksRule, type Within } from './books-rules.ts';
import { STATEMENT_RULES } from './statement-rules.ts';

/** Which of the rules apply to a part of the books, and what the part is. */
export interface RulesPart {
  readonly isAbout: BooksRule['isAbout'];
  readonly within: Within;
  /** The parameters of `within`, from $1 on. */
  readonly values: Values;
}

type Values = readonly (string | readonly (string | null)[])[];

/** The database that answers: its place and its timeline. A standby has none of its own. */
export const PLACE = (sql: Sql) => sql`
  (case when pg_is_in_recovery() then '' else database_place() || ' ' || current_timeline() end)`;

export const WHOLE: readonly RulesPart[] = [
  { isAbout: 'transfers', within: () => 'true', values: [] },
  { isAbout: 'users', within: () => 'true', values: [] },
];

/** Checks a part of the books by every rule that is about such parts. */
export async function applyRules(sql: Sql, part: RulesPart): Promise<readonly BooksFinding[]> {
  const findings: BooksFinding[] = [];
  for (const rule of [...BOOKS_RULES, ...STATEMENT_RULES]) {
    if (rule.isAbout === part.isAbout)
      findings.push(...(await findBy(sql, rule.name, rule.findings(part.within), part.values)));
  }
  return findings;
}

/** Runs a query that finds violations of a rule, and reads the first of them. */
export async function findBy(
  sql: Sql,
  rule: string,
  query: string,
  values: Values,
): Promise<readonly BooksFinding[]> {
  const rows = await sql.unsafe<{ subject: string; detail: string | null }[]>(
    `select subject::text, detail from (${query}) finding limit ${FINDINGS_MAX}`,
    values,
  );
  return rows.map(({ subject, detail }) => ({ rule, subject, detail: detail ?? '' }));
}

/**
 * Prepares a transaction that checks the books: reading many rows takes its time, and each
 * statement is planned for the part that it reads. Returns the place of the database.
 */
export async function beginCheck(sql: Sql): Promise<string> {
  const [row] = await sql<{ place: string }[]>`
    select ${PLACE(sql)} as place, set_config('statement_timeout', '0', true),
      set_config('plan_cache_mode', 'force_custom_plan', true)`;
  assert(row !== undefined, 'a select without a table has one row');
  return row.place;
}

/**
 * Makes the statements that follow in a transaction find rows by index. A part that is named by its
 * ids is small, but PostgreSQL reads whole tables where rules join it with others.
 */
export const readByIndex = (sql: Sql) => sql`
  select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true)`;
