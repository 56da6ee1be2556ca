import { contactKey } from '../../contacts/contact-name.ts';
import { ARRAY_OF, type Sql, type Statement } from '../../database/sql.ts';
import type { ActivityQuery } from '../activity-store.ts';

/** A condition of an SQL statement. */
export type Condition = Statement<readonly object[]>;

export const allOf = (sql: Sql, conditions: readonly Condition[]): Condition =>
  conditions.reduce((all, one) => sql`${all} and ${one}`, sql`true`);

/** A query of a list, with the contacts that its text names. */
export interface Search extends ActivityQuery {
  /** What is paid to reach the user's contacts whose names contain the text. */
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

/** SQL for the payee of a row of `payment`, in the form of `payAgainText`. */
export const PAYEE = `coalesce(sent_to ->> 'link', sent_to ->> 'payee')`;

/**
 * A condition that a text contains another, whatever their capitals. `***=` makes a regular
 * expression of plain text, which is found in one pass; `ilike` and `strpos` take as many passes as
 * the text has letters where texts repeat themselves.
 */
export const contains = (sql: Sql, text: Condition, sought: string): Condition =>
  sql`${text} ~* ${`***=${sought}`}`;
