import { withDots } from '../../activity/pages/activity-list.ts';
import { activityPath } from '../../activity/pages/activity-paths.ts';
import { bytesToHex } from '../../base/hex.ts';
import { shownTarget } from '../../contacts/pages/shown-target.ts';
import type { Rate } from '../../fiat/rate.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { type Checkpoint, rootHash } from '../../proof/checkpoint.ts';
import {
  type Column,
  card,
  facts,
  printButton,
  stateWord,
  table,
  tableRow,
} from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { fiatValueText } from '../../web/pages/fiat-value.ts';
import type { Formatters } from '../../web/pages/formatters.ts';
import { STATEMENTS_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { FoundMonth, MonthPart } from '../read-statements.ts';
import type { Balanced, ShownLine, StatementMonth } from '../statement.ts';
import { lineTime, monthTime } from './month-name.ts';
import { pagePath, printPath, statementPath } from './statement-paths.ts';

export interface ShownStatement extends FoundMonth {
  /** The name of the user. A print has no navigation that tells whose page it is. */
  readonly owner: string;
  readonly checkpoint: Checkpoint | null;
  readonly part: MonthPart;
  /** How the month is shown: as a page on the screen, or as a long part to be printed. */
  readonly view: 'page' | 'print';
  readonly lines: LinesOfMonth;
}

export interface LinesOfMonth {
  readonly month: StatementMonth;
  /** Whether the table has a column for the value of payments in a currency. */
  readonly hasValues: boolean;
  /** The price of a bitcoin when the payment in a line settled; null where it is not known. */
  readonly rateOf: (line: ShownBalance) => Rate | null;
}

export type ShownBalance = Balanced<ShownLine>;

/** Renders a statement; `rows` are the rows of its table of payments. */
export const renderStatement = (texts: PageTexts, found: ShownStatement, rows: Html): Html => {
  const { format, statements: words } = texts;
  const { month, owner, checkpoint } = found;
  const isClosed = month.closedAt !== null;
  return html`
    <p class="only-print"><bdi>${owner}</bdi></p>
    <p class="on-screen">${
      found.view === 'print'
        ? html`<a href="${statementPath(month.month)}">${words.backToMonth}</a>`
        : html`<a href="${STATEMENTS_PATH}">${words.back}</a>`
    }</p>
    <div class="head">
      <h1>${monthTime(format, month.month)}</h1>
      ${isClosed ? stateWord('good', words.closed) : stateWord('waiting', words.open)}
    </div>
    ${isClosed ? null : html`<p class="hint">${words.openHint}</p>`}
    ${found.isBehind ? html`<p class="notice" role="status">${words.behind}</p>` : null}
    ${renderSums(texts, month)}
    ${renderFiles(texts, found)}
    ${card(words.movements, renderLines(texts, found, rows))}
    ${renderPages(texts, found)}
    ${renderSeal(texts, month)}
    ${checkpoint === null ? null : renderOwed(texts, checkpoint)}
    <p class="hint">${words.zone({ zone: month.timeZone.replaceAll('_', ' ') })}</p>`;
};

function renderSums({ format, statements: words }: PageTexts, month: StatementMonth): Html {
  const { amount, sat } = format;
  const { openingSat, incomingSat, outgoingSat, feesSat, closingSat, heldSat, closedAt } = month;
  const isClosed = closedAt !== null;
  const held = isClosed ? words.held : words.heldNow;
  return html`
    <section class="card statement-sums">
      ${facts([
        [words.opening, amount(openingSat)],
        [words.incoming, signedOrNone(format, 'incoming', incomingSat)],
        [words.outgoing, signedOrNone(format, 'outgoing', outgoingSat)],
        [words.fees, signedOrNone(format, 'outgoing', feesSat)],
        [isClosed ? words.closing : words.soFar, html`<strong>${amount(closingSat)}</strong>`],
      ])}
      ${heldSat === 0n ? null : html`<p class="hint">${held({ amount: sat(heldSat) })}</p>`}
    </section>`;
}

const signedOrNone = (
  { amount, signed }: Formatters,
  direction: 'incoming' | 'outgoing',
  amountSat: bigint,
): Html => (amountSat === 0n ? amount(0n) : signed(direction, amountSat));

function renderFiles({ frame, statements: words }: PageTexts, found: ShownStatement): Html {
  const { month, part, view } = found;
  // Whether this page itself is to be printed. A page with one of several parts leads to the pages
  // for printing instead.
  const isWhole = view === 'print' || part.count === 1;
  return html`
    <section class="on-screen statement-files" aria-label="${words.files}">
      <p class="actions">
        ${linkButton(words.csv, statementPath(month.month, 'csv'))}
        ${linkButton(words.json, statementPath(month.month, 'json'))}
        ${isWhole ? printButton(frame) : linkButton(words.printAll, printPath(month.month, 1))}
      </p>
      ${isWhole ? html`<p class="hint">${words.print}</p>` : null}
    </section>`;
}

function renderLines(texts: PageTexts, found: ShownStatement, rows: Html): Content {
  const { month, part, lines } = found;
  const { statements: words } = texts;
  if (month.lastSeq === month.afterSeq) return html`<p>${words.noMovements}</p>`;
  return html`
    ${part.count === 1 ? null : html`<p class="hint">${rangeText(texts, found)}</p>`}
    ${table({ caption: words.movements, columns: columnsOf(texts, lines), rows: [], more: rows })}`;
}

function rangeText(
  { format: { digits }, statements: words }: PageTexts,
  { month, part }: Pick<ShownStatement, 'month' | 'part'>,
): string {
  const place = (seq: bigint): string => digits(seq - month.afterSeq);
  const [from, to] = [place(part.afterSeq + 1n), place(part.upToSeq)];
  return words.range({ from, to, all: place(month.lastSeq) });
}

function renderPages({ statements: words }: PageTexts, found: ShownStatement): Html | null {
  const { part, view, month } = found;
  if (part.count === 1) return null;
  const pathOf = view === 'print' ? printPath : pagePath;
  const link = (number: number, name: string): Html =>
    html`<a href="${pathOf(month.month, number)}">${name}</a>`;
  const { number, count } = part;
  return html`
    <nav class="pages" aria-label="${words.pages}">
      ${number > 1 ? link(1, words.first) : null}
      ${number > 1 ? link(number - 1, words.earlier) : null}
      ${number < count ? link(number + 1, words.later) : null}
      ${number < count ? link(count, words.last) : null}
    </nav>`;
}

const columnsOf = (
  { statements: words }: Pick<PageTexts, 'statements'>,
  { hasValues }: Pick<LinesOfMonth, 'hasValues'>,
): readonly Column[] => [
  { name: words.when },
  { name: words.what },
  { name: words.amount, isFigure: true },
  ...(hasValues ? [{ name: words.value, isFigure: true }] : []),
  { name: words.balance, isFigure: true },
];

/** Renders payments as rows of the table. */
export function renderRows(
  texts: PageTexts,
  { month, hasValues, rateOf }: LinesOfMonth,
  lines: readonly ShownBalance[],
): Html {
  const columns = columnsOf(texts, { hasValues });
  const rows = lines.map((line) => {
    const value = hasValues ? [valueCell(texts, line, rateOf(line))] : [];
    return tableRow(columns, lineRow(texts, month, line, value));
  });
  return html`${rows}`;
}

function lineRow(
  { format, statements: words }: PageTexts,
  month: StatementMonth,
  line: ShownBalance,
  value: readonly Content[],
): readonly Content[] {
  const { identifier, description, counterparty } = line.words;
  const { bookedAt, settledAt, direction, amountSat, feeSat, balanceSat } = line;
  const isPayee = direction === 'outgoing' && counterparty !== null;
  const said = (isPayee ? shownTarget(counterparty) : counterparty) ?? description;
  const happened = direction === 'incoming' ? words.received : words.sent;
  const hints = [
    ...(said === null ? [] : [happened]),
    ...(settledAt < month.beginsAt ? [html`${words.arrived} ${format.moment(settledAt)}`] : []),
    // The description comes last, as it may be long and is cut on screens.
    ...(counterparty === null || description === null
      ? []
      : [html`<bdi dir="auto">${description}</bdi>`]),
  ];
  return [
    html`<span class="unbroken">${lineTime(format, month.timeZone, bookedAt)}</span>`,
    html`<div class="stacked">
      <a href="${activityPath(identifier)}"><bdi class="few-lines" dir="auto">${
        said ?? happened
      }</bdi></a>
      ${
        hints.length === 0 ? null : html`<span class="hint few-lines">${withDots(hints)}</span>`
      }</div>`,
    html`<div class="stacked">${format.signed(direction, amountSat)}${
      feeSat === 0n
        ? null
        : html` <span class="hint">${words.fee({ amount: format.sat(feeSat) })}</span>`
    }</div>`,
    ...value,
    format.amount(balanceSat),
  ];
}

const valueCell = (texts: PageTexts, line: ShownBalance, rate: Rate | null): Content =>
  rate && html`<span class="worth">${fiatValueText(texts, rate, line.amountSat)}</span>`;

const renderSeal = (
  { statements: words }: PageTexts,
  { head, closedAt }: StatementMonth,
): Content =>
  closedAt === null
    ? null
    : card(
        words.seal,
        html`
          <p><code class="fingerprint">${head}</code></p>
          <p class="hint">${words.sealHint}</p>`,
      );

/**
 * Shows the checkpoint of what the service owed to all users at that time, so that later readers of
 * the paper can compare it with what was published.
 */
const renderOwed = ({ format, statements: words }: PageTexts, checkpoint: Checkpoint): Html => {
  const [epoch, when] = [format.digits(checkpoint.epoch), format.moment(checkpoint.time)];
  return card(
    words.owed,
    html`
      <p>${words.owedNumber({ epoch, when })}</p>
      <p><code class="fingerprint">${bytesToHex(rootHash(checkpoint))}</code></p>
      <p class="hint">${words.owedHint}</p>`,
  );
};
