import type { ActivityState } from '../activity/activity-store.ts';
import type { Sat } from '../base/amount.ts';
import { decimalText } from '../base/decimal-text.ts';
import { memoize } from '../base/memoize.ts';
import { cleanText } from '../base/text.ts';
import { readableZone } from '../base/time-zone.ts';
import { BYTE_ORDER_MARK } from '../base/utf8.ts';
import { fiatValueInCents, type Rate } from '../fiat/rate.ts';
import { MAX_STATEMENT_TEXT_LENGTH } from './limits.ts';
import type { BalancedLine } from './statement.ts';
import { readStatementWords } from './statement-words.ts';

/**
 * Columns of a statement's file in CSV (RFC 4180). Adding the amounts, which have a sign, and
 * subtracting the fees gives the balances.
 */
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
  'txid',
] as const;

/** Further columns for users who have chosen a currency. */
const VALUE_COLUMNS = ['value', 'currency', 'price_per_btc'] as const;

/**
 * Writes the first line. It begins with a byte order mark, without which Excel reads a file in the
 * code page of the system, where `ü` is `Ã¼`.
 */
export const csvHead = (currency: string | null): string => {
  const names = currency === null ? COLUMNS : [...COLUMNS, ...VALUE_COLUMNS];
  return `${BYTE_ORDER_MARK}${names.join(',')}\r\n`;
};

/**
 * A line of a CSV file: of a statement, or of another list, whose lines have no balances or
 * numbers.
 */
export interface CsvRow
  extends Pick<BalancedLine, 'bookedAt' | 'direction' | 'amountSat' | 'feeSat' | 'body'> {
  readonly seq: bigint | null;
  /** When the payment settled; null for one that has not. */
  readonly settledAt: Date | null;
  readonly balanceSat: Sat | null;
  /** The state of the payment; `settled` if missing. */
  readonly state?: ActivityState;
}

export interface CsvOptions {
  readonly app: string | null;
  readonly timeZone: string;
  /** The currency of values in the file; null for a file without values. */
  readonly currency: string | null;
  /** The price of a bitcoin when the payment settled; null where it is not known. */
  readonly rate: Rate | null;
}

export function csvLine(line: CsvRow, options: CsvOptions): string {
  const { app, timeZone, currency, rate } = options;
  const words = readStatementWords(line.body);
  const isIncoming = line.direction === 'incoming';
  const cells: Readonly<Record<(typeof COLUMNS)[number], string>> = {
    time_utc: line.bookedAt.toISOString(),
    time_local: localTime(line.bookedAt, timeZone),
    settled_utc: line.settledAt?.toISOString() ?? '',
    seq: String(line.seq ?? ''),
    kind: isIncoming ? 'received' : 'sent',
    description: textCell(words.description),
    counterparty: textCell(words.counterparty),
    app: textCell(app),
    amount_sat: `${isIncoming ? '' : '-'}${line.amountSat}`,
    fee_sat: String(line.feeSat),
    balance_sat: String(line.balanceSat ?? ''),
    state: line.state ?? 'settled',
    payment_hash: textCell(words.paymentHash),
    preimage: textCell(words.preimage),
    txid: textCell(words.txid),
  };
  const texts = COLUMNS.map((name) => cells[name]);
  if (currency !== null) texts.push(...valueCells(line, rate));
  return `${texts.join(',')}\r\n`;
}

function valueCells(line: CsvRow, rate: Rate | null): readonly string[] {
  if (rate === null) return ['', '', ''];
  const { value, currency, price_per_btc } = lineValue(line, rate);
  return [value, currency, price_per_btc];
}

/**
 * The value of a line in the currency of the file, as programs read it. Outgoing values are
 * negative, as their amounts are.
 */
export const lineValue = (
  { direction, amountSat }: Pick<CsvRow, 'direction' | 'amountSat'>,
  rate: Rate,
) => ({
  value: (direction === 'incoming' ? '' : '-') + decimalText(fiatValueInCents(amountSat, rate), 2),
  currency: rate.currency,
  price_per_btc: decimalText(rate.centsPerBtc, 2),
});

/**
 * Matches texts that a spreadsheet would run as a formula: they begin with a sign such as `=` or
 * `+`, whatever invisible characters stand before it. Texts of strangers are always in quotes, but
 * some spreadsheets split lines at semicolons, tabs and line ends even within quotes, so a cell may
 * begin there too.
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

/** Writes a time as `2026-11-21 19:53:07`. */
const localTime = (time: Date, timeZone: string): string => formatOf(timeZone).format(time);

/** Formats times for Sweden, because `2026-11-21 19:53:07` is the usual form there. */
const formatOf = memoize(
  (timeZone) =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: readableZone(timeZone),
      dateStyle: 'short',
      timeStyle: 'medium',
    }),
);
