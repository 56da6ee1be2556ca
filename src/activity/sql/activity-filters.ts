import type { Sql, Statement } from '../../database/sql.ts';

/** A part of a statement. */
export type Condition = Statement<readonly object[]>;

export const allOf = (sql: Sql, conditions: readonly Condition[]): Condition =>
  conditions.reduce((all, one) => sql`${all} and ${one}`, sql`true`);

/** Capital and small letters are the same. */
export const contains = (sql: Sql, text: Condition, sought: string): Condition =>
  sql`${text} ilike ${`%${sought.replaceAll(/[\\%_]/g, '\\$&')}%`}`;
