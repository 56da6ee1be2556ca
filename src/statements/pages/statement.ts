import type { Sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { renderHtml } from '../../i18n/html.ts';
import { accountName } from '../../users/account-name.ts';
import {
  notFoundPage,
  PARTS_HERE,
  type Page,
  type PageAnswer,
  refusePage,
  sendFile,
  showLongPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { TOO_OFTEN_PROBLEM } from '../../web/pages/page-problem.ts';
import { STATEMENTS_PATH } from '../../web/pages/paths.ts';
import { readerCurrency } from '../../web/pages/reader-rate.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { beginFile } from '../begin-file.ts';
import { MAX_PRINTED_LINES, PRINT_BATCH, SHOWN_STATEMENT_LINES } from '../limits.ts';
import { readLineRates } from '../line-rates.ts';
import { openStatementFile } from '../open-statement-file.ts';
import {
  balanceBefore,
  findMonth,
  type MonthPart,
  monthPart,
  withBalances,
} from '../read-statements.ts';
import type { StatementMonth } from '../statement.ts';
import type { StatementFormat } from '../write-statement.ts';
import { monthName } from './month-name.ts';
import { renderRows, renderStatement, type ShownStatement } from './render-statement.ts';
import type { StatementPageDeps } from './statement-page-deps.ts';
import { readNumber, readStatementAddress } from './statement-paths.ts';

/** Shows one month: as a page, to be printed, or as a file. */
const show: UserPage<StatementPageDeps> = {
  method: 'GET',
  path: `${STATEMENTS_PATH}/:month`,
  access: 'signed_in',
  handle: async (deps, request) => {
    const address = readStatementAddress(request.params.text('month'));
    if (address === null) return notFoundPage();
    const { month, format } = address;
    return format === null
      ? await showMonth(deps, request, month)
      : await sendMonth(deps, request, month, format);
  },
};

export const statementPages: readonly Page<StatementPageDeps>[] = [show];

async function showMonth(
  deps: StatementPageDeps,
  request: UserPageRequest,
  name: string,
): Promise<PageAnswer> {
  const { user, texts, query } = request;
  const print = readNumber(query.text('print'));
  const [found, newest] = await Promise.all([
    findMonth(deps, user.id, name),
    deps.proofs.findNewest(),
  ]);
  if (found === null) return notFoundPage();
  const { month } = found;
  const part =
    print === null
      ? monthPart(month, SHOWN_STATEMENT_LINES, readNumber(query.text('page')) ?? 1)
      : monthPart(month, MAX_PRINTED_LINES, print);
  const balanceSat = await balanceBefore(deps, user.id, month, part.afterSeq);
  if (balanceSat === null) return refusePage(TOO_OFTEN_PROBLEM);
  const shown = {
    ...found,
    part,
    view: print === null ? 'page' : 'print',
    owner: [deps.config.site.name, user.name, accountName(user)]
      .filter((name) => name !== null)
      .join(' · '),
    checkpoint: newest?.checkpoint ?? null,
  } as const;
  const head = {
    title: texts.statements.titleOf({ month: monthName(texts.format, name) }),
    section: 'statements',
  } as const;
  const reading = { part, month, balanceSat, currency: readerCurrency(deps, user) };
  if (print !== null) return await printMonth(deps, request, shown, { head, reading });
  const lines = await readAll(deps, user.id, reading);
  return showPage({
    ...head,
    main: renderStatement(texts, { ...shown, lines }, renderRows(texts, lines, lines.all)),
  });
}

/** Payments that are read for the page, with the balance before them. */
interface Reading {
  readonly part: MonthPart;
  readonly month: StatementMonth;
  readonly balanceSat: Sat;
  readonly currency: string | null;
}

async function readAll(deps: StatementPageDeps, userId: string, reading: Reading) {
  const { month, part, balanceSat, currency } = reading;
  const range = { ...part, userId, limit: SHOWN_STATEMENT_LINES };
  const all = withBalances(await deps.statements.listShownLines(range), balanceSat);
  const rateOf = await readLineRates(deps.rates, currency, all);
  return { month, all, rateOf, hasValues: all.some((line) => rateOf(line) !== null) };
}

interface Printing {
  readonly head: { readonly title: string; readonly section: 'statements' };
  readonly reading: Reading;
}

/**
 * Sends a month as a page to be printed. The page counts against the user's limit of open files,
 * and is written as fast as the browser reads it.
 */
async function printMonth(
  deps: StatementPageDeps,
  { user, texts }: UserPageRequest,
  shown: Omit<ShownStatement, 'lines'>,
  { head, reading }: Printing,
): Promise<PageAnswer> {
  if (!deps.statementFiles.acquire(user.id)) return refusePage(TOO_OFTEN_PROBLEM);
  const release = (): void => deps.statementFiles.release(user.id);
  const hasValues = reading.currency !== null;
  const lines = { month: shown.month, hasValues, rateOf: () => null };
  try {
    const main = renderStatement(texts, { ...shown, lines }, PARTS_HERE);
    const parts = await beginFile(writeRows(deps, user.id, texts, reading), release);
    return showLongPage({ ...head, main, parts });
  } catch (error) {
    release();
    throw error;
  }
}

async function* writeRows(
  { statements, rates }: StatementPageDeps,
  userId: string,
  texts: PageTexts,
  { month, part, currency, ...begin }: Reading,
): AsyncGenerator<string, void> {
  let { balanceSat } = begin;
  let { afterSeq } = part;
  while (afterSeq < part.upToSeq) {
    const range = { userId, afterSeq, upToSeq: part.upToSeq, limit: PRINT_BATCH };
    const lines = withBalances(await statements.listShownLines(range), balanceSat);
    const last = lines.at(-1);
    assert(last !== undefined, 'the numbers of records have no gaps');
    ({ seq: afterSeq, balanceSat } = last);
    const rateOf = await readLineRates(rates, currency, lines);
    yield renderHtml(renderRows(texts, { month, rateOf, hasValues: currency !== null }, lines));
  }
}

const TYPES: Readonly<Record<StatementFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
};

async function sendMonth(
  deps: StatementPageDeps,
  { user }: UserPageRequest,
  month: string,
  format: StatementFormat,
): Promise<PageAnswer> {
  const file = await openStatementFile(deps, {
    userId: user.id,
    currency: readerCurrency(deps, user),
    month,
    format,
  });
  if (file.ok) {
    const name = `satchel-${month}.${format}`;
    return sendFile({ name, type: TYPES[format], parts: file.value.parts });
  }
  return file.refusal.kind === 'month_absent' ? notFoundPage() : refusePage(TOO_OFTEN_PROBLEM);
}
