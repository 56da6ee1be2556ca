import { contactKey } from '../../contacts/contact-name.ts';
import { ARRAY_OF, type Sql, type Statement } from '../../database/sql.ts';
import type { ActivityQuery } from '../activity-store.ts';

/** A condition that is a part of a statement. */
export type Condition = Statement<readonly object[]>;

export const allOf = (sql: Sql, conditions: readonly Condition[]): Condition =>
  conditions.reduce((all, one) => sql`${all} and ${one}`, sql`true`);

/** A query of a list, with what it needs from elsewhere. */
export interface Search extends ActivityQuery {
  /** Targets of the user's contacts whose names hold the text. */
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

/** The payee of a row of `payment`, as `payAgainText` names them. */
export const PAYEE = `coalesce(sent_to ->> 'link', sent_to ->> 'payee')`;

/**
 * Capital and small letters are the same. `***=` makes all that follows a plain text, which a
 * regular expression finds in one pass, whatever it is: `ilike` and `strpos` take as many passes as
 * it has letters where the texts repeat themselves.
 */
export const contains = (sql: Sql, text: Condition, sought: string): Condition =>
  sql`${text} ~* ${`***=${sought}`}`;
