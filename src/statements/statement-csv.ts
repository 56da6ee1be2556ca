import { memoize } from '../base/memoize.ts';
import { cleanText } from '../base/text.ts';
import { readableZone } from '../base/time-zone.ts';
import { BYTE_ORDER_MARK } from '../base/utf8.ts';
import { MAX_STATEMENT_TEXT_LENGTH } from './limits.ts';
import type { BalancedLine } from './statement.ts';
import { readStatementWords } from './statement-words.ts';

/** A file by RFC 4180. Balances follow from the amounts, which have a sign, less the fees. */
const COLUMNS = [
  'time_utc',
  'time_local',
  'settled_utc',
  'seq',
  'kind',
  'description',
  'counterparty',
  'app',
  'amount_sat',
  'fee_sat',
  'balance_sat',
  'state',
  'payment_hash',
  'preimage',
] as const;

/** Excel reads a file without the mark in the code page of the system, where `ü` is `Ã¼`. */
export const CSV_HEAD = `${BYTE_ORDER_MARK}${COLUMNS.join(',')}\r\n`;

export function csvLine(line: BalancedLine, app: string | null, timeZone: string): string {
  const words = readStatementWords(line.body);
  const isIncoming = line.direction === 'incoming';
  const cells: Readonly<Record<(typeof COLUMNS)[number], string>> = {
    time_utc: line.bookedAt.toISOString(),
    time_local: localTime(line.bookedAt, timeZone),
    settled_utc: line.settledAt.toISOString(),
    seq: String(line.seq),
    kind: isIncoming ? 'received' : 'sent',
    description: textCell(words.description),
    counterparty: textCell(words.counterparty),
    app: textCell(app),
    amount_sat: `${isIncoming ? '' : '-'}${line.amountSat}`,
    fee_sat: String(line.feeSat),
    balance_sat: String(line.balanceSat),
    state: 'settled',
    payment_hash: textCell(words.paymentHash),
    preimage: textCell(words.preimage),
  };
  return `${COLUMNS.map((name) => cells[name]).join(',')}\r\n`;
}

/**
 * Texts of strangers, always in quotes. Spreadsheets take a cell for a formula that begins with one
 * of these signs, whatever invisible signs stand before it. Some also split lines at semicolons,
 * tabs and line ends, without regard to quotes: so a cell may begin there too.
 */
const FORMULA = /^([\s\p{Cc}\p{Cf}"]*)(?=[=+\-@|%＝＋－＠])/u;
const BEHIND_CELL = /(?<=[;\t\r\n])/;

export function textCell(text: string | null): string {
  if (text === null || text === '') return '';
  const parts = cleanText(text, MAX_STATEMENT_TEXT_LENGTH).split(BEHIND_CELL);
  const safe = parts.map((part) => part.replace(FORMULA, "$1'")).join('');
  const first = /^[\t\r]/.test(safe) ? "'" : '';
  return `"${first}${safe.replaceAll('"', '""')}"`;
}

/** As `2026-11-21 19:53:07`. */
const localTime = (time: Date, timeZone: string): string => formatOf(timeZone).format(time);

/** Sweden writes times in this form. */
const formatOf = memoize(
  (timeZone) =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: readableZone(timeZone),
      dateStyle: 'short',
      timeStyle: 'medium',
    }),
);
