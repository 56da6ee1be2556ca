import { STATEMENTS_PATH } from '../../web/pages/paths.ts';
import type { StatementFormat } from '../write-statement.ts';

/** The page of a month (`2026-11`), or its file. */
export const statementPath = (month: string, format: StatementFormat | null = null): string =>
  `${STATEMENTS_PATH}/${month}${format === null ? '' : `.${format}`}`;

export interface StatementAddress {
  readonly month: string;
  /** Null for the page. */
  readonly format: StatementFormat | null;
}

/** Null for anything that names no month. */
export function readStatementAddress(name: string): StatementAddress | null {
  const found = /^(\d{4}-(?:0[1-9]|1[0-2]))(?:\.(csv|json))?$/.exec(name);
  if (found === null) return null;
  const [, month = '', ending] = found;
  return { month, format: ending === 'csv' || ending === 'json' ? ending : null };
}
