import { STATEMENTS_PATH } from '../../web/pages/paths.ts';
import type { StatementFormat } from '../write-statement.ts';

/** The path of the page of a month (`2026-11`), or of its file. */
export const statementPath = (month: string, format: StatementFormat | null = null): string =>
  `${STATEMENTS_PATH}/${month}${format === null ? '' : `.${format}`}`;

/** The path of one of a month's pages, if the month has more payments than one page shows. */
export const pagePath = (month: string, number: number): string =>
  `${statementPath(month)}${number === 1 ? '' : `?page=${number}`}`;

/** The path of a long part of a month, to be printed. */
export const printPath = (month: string, number: number): string =>
  `${statementPath(month)}?print=${number}`;

/** Reads the number of a page from the query; null without one. */
export function readNumber(text: string): number | null {
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : null;
}

export interface StatementAddress {
  readonly month: string;
  /** The format of the file; null where the address is that of the page. */
  readonly format: StatementFormat | null;
}

/** Reads the address of a statement; null for one that names no month. */
export function readStatementAddress(name: string): StatementAddress | null {
  const found = /^(\d{4}-(?:0[1-9]|1[0-2]))(?:\.(csv|json))?$/.exec(name);
  if (found === null) return null;
  const [, month = '', ending] = found;
  return { month, format: ending === 'csv' || ending === 'json' ? ending : null };
}
