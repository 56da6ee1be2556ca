import { withDots } from '../../activity/pages/activity-list.ts';
import { activityPath } from '../../activity/pages/activity-paths.ts';
import { bytesToHex } from '../../base/hex.ts';
import type { Rate } from '../../fiat/rate.ts';
import { shownTarget } from '../../people/pages/shown-target.ts';
import { type Checkpoint, rootHash } from '../../proof/checkpoint.ts';
import { type Content, type Html, html } from '../../texts/html.ts';
import { card, facts, printButton, stateWord, table } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { fiatValueText } from '../../web/pages/fiat-value.ts';
import type { Formatters } from '../../web/pages/formatters.ts';
import { STATEMENTS_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { FoundStatement } from '../read-statements.ts';
import type { BalancedLine, StatementMonth } from '../statement.ts';
import { readStatementWords } from '../statement-words.ts';
import { lineTime, monthTime } from './month-name.ts';
import { statementPath } from './statement-paths.ts';

export interface ShownStatement extends FoundStatement {
  /** It stands on paper, where no navigation says whose page it is. */
  readonly owner: string;
  readonly checkpoint: Checkpoint | null;
  /** What a bitcoin cost when a line was paid. */
  readonly rateOf: (line: BalancedLine) => Rate | null;
}

export const renderStatement = (texts: PageTexts, found: ShownStatement): Html => {
  const { format, statements: words } = texts;
  const { month, owner, checkpoint } = found;
  const isClosed = month.closedAt !== null;
  return html`
    <p class="only-print"><bdi>${owner}</bdi></p>
    <p class="on-screen"><a href="${STATEMENTS_PATH}">${words.back}</a></p>
    <div class="head">
      <h1>${monthTime(format, month.month)}</h1>
      ${isClosed ? stateWord('good', words.closed) : stateWord('waiting', words.open)}
    </div>
    ${isClosed ? null : html`<p class="hint">${words.openHint}</p>`}
    ${found.isBehind ? html`<p class="notice" role="status">${words.behind}</p>` : null}
    ${renderSums(texts, month)}
    ${renderFiles(texts, month)}
    ${card(words.movements, renderLines(texts, found))}
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

const renderFiles = (
  { frame, statements: words }: PageTexts,
  { month }: StatementMonth,
): Html => html`
  <section class="on-screen statement-files" aria-label="${words.files}">
    <p class="actions">
      ${linkButton(words.csv, statementPath(month, 'csv'))}
      ${linkButton(words.json, statementPath(month, 'json'))}
      ${printButton(frame)}
    </p>
    <p class="hint">${words.print}</p>
  </section>`;

function renderLines(texts: PageTexts, { month, lines, rateOf }: ShownStatement): Content {
  const {
    format: { digits },
    statements: words,
  } = texts;
  if (lines.length === 0) return html`<p>${words.noMovements}</p>`;
  const all = month.lastSeq - month.afterSeq;
  const shown = digits(lines.length);
  const hasValues = lines.some((line) => rateOf(line) !== null);
  return html`
    ${
      BigInt(lines.length) === all
        ? null
        : html`<p class="hint">${words.firstOnly({ shown, all: digits(all) })}</p>`
    }
    ${table({
      caption: words.movements,
      columns: [
        { name: words.when },
        { name: words.what },
        { name: words.amount, isFigure: true },
        ...(hasValues ? [{ name: words.value, isFigure: true }] : []),
        { name: words.balance, isFigure: true },
      ],
      rows: lines.map((line) => {
        const value = hasValues ? [valueCell(texts, line, rateOf(line))] : [];
        return lineRow(texts, month, line, value);
      }),
    })}`;
}

function lineRow(
  { format, statements: words }: PageTexts,
  month: StatementMonth,
  line: BalancedLine,
  value: readonly Content[],
): readonly Content[] {
  const { identifier, description, counterparty } = readStatementWords(line.body);
  const { bookedAt, settledAt, direction, amountSat, feeSat, balanceSat } = line;
  const isPayee = direction === 'outgoing' && counterparty !== null;
  const said = (isPayee ? shownTarget(counterparty) : counterparty) ?? description;
  const happened = direction === 'incoming' ? words.received : words.sent;
  const hints = [
    ...(said === null ? [] : [happened]),
    ...(counterparty === null || description === null
      ? []
      : [html`<bdi dir="auto">${description}</bdi>`]),
    ...(settledAt < month.beginsAt ? [html`${words.arrived} ${format.moment(settledAt)}`] : []),
  ];
  return [
    html`<span class="unbroken">${lineTime(format, month.timeZone, bookedAt)}</span>`,
    html`<div class="stacked">
      <a href="${activityPath(identifier)}"><bdi dir="auto">${said ?? happened}</bdi></a>
      ${hints.length === 0 ? null : html`<span class="hint">${withDots(hints)}</span>`}</div>`,
    html`<div class="stacked">${format.signed(direction, amountSat)}${
      feeSat === 0n
        ? null
        : html` <span class="hint">${words.fee({ amount: format.sat(feeSat) })}</span>`
    }</div>`,
    ...value,
    format.amount(balanceSat),
  ];
}

const valueCell = (texts: PageTexts, line: BalancedLine, rate: Rate | null): Content =>
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

/** On paper it shows later what was published then. */
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
