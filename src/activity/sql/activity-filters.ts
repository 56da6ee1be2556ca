import { contactKey } from '../../contacts/contact-name.ts';
import { ARRAY_OF, type Sql, type Statement } from '../../database/sql.ts';
import type { ActivityQuery } from '../activity-store.ts';

export type Condition = Statement<readonly object[]>;

export const allOf = (sql: Sql, conditions: readonly Condition[]): Condition =>
  conditions.reduce((all, one) => sql`${all} and ${one}`, sql`true`);

/** A query of a list, with the contacts that match the text which is searched for. */
export interface Search extends ActivityQuery {
  /**
   * Targets (addresses, LNURLs, keys) of those contacts of the user whose names contain the text.
   */
  readonly payees: readonly string[];
}

export async function readPayees(
  sql: Sql,
  { userId, text }: ActivityQuery,
): Promise<readonly string[]> {
  const key = contactKey(text ?? '');
  if (key === '') return [];
  const rows = await sql<{ target: string }[]>`
    select target from contact where user_id = ${userId} and ${contains(sql, sql`name_key`, key)}`;
  return rows.map(({ target }) => target);
}

export const isAmong = (sql: Sql, payees: readonly string[], payee: string): Condition =>
  sql`${sql.unsafe(payee)} = any(${sql.array([...payees], ARRAY_OF.text)})`;

/** SQL for the payee in a row of the table `payment`, in the form that `payAgainText` gives. */
export const PAYEE = `coalesce(sent_to ->> 'link', sent_to ->> 'payee')`;

/**
 * The condition that a text contains another, ignoring case. `***=` makes a regular expression of
 * literal text, for which PostgreSQL passes over the text once. With `ilike` and `strpos`, a text
 * of repeated letters takes as many passes as the sought text has letters.
 */
export const contains = (sql: Sql, text: Condition, sought: string): Condition =>
  sql`${text} ~* ${`***=${sought}`}`;
