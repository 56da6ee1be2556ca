import { type Content, type Html, html } from '../../i18n/html.ts';
import { OWN_PROOF_PATH } from '../../proof/pages/proof-paths.ts';
import { emptyState, pageHead, stateWord, table } from '../../web/pages/components.ts';
import type { FormatterSet } from '../../web/pages/formatters.ts';
import { type Page, showPage, type UserPage } from '../../web/pages/page.ts';
import { STATEMENTS_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { listStatements, type StatementList } from '../read-statements.ts';
import type { StatementMonth } from '../statement.ts';
import { monthTime } from './month-name.ts';
import type { StatementPageDeps } from './statement-page-deps.ts';
import { statementPath } from './statement-paths.ts';

/** The page of all months of a wallet, newest first. */
const show: UserPage<StatementPageDeps> = {
  method: 'GET',
  path: STATEMENTS_PATH,
  access: 'signed_in',
  handle: async (deps, { user, texts }) => {
    const { statements: words } = texts;
    const list = await listStatements(deps, user.id);
    return showPage({
      title: words.title,
      section: 'statements',
      main: html`
        ${pageHead(words.title, words.lead)}
        ${
          list.months.length === 0
            ? emptyState(words.unused.title, words.unused.text)
            : html`${renderMonths(texts, list)}
              <p><a href="${OWN_PROOF_PATH}">${texts.proof.link}</a></p>`
        }`,
    });
  },
};

export const statementListPages: readonly Page<StatementPageDeps>[] = [show];

const renderMonths = (texts: PageTexts, { months, isBehind }: StatementList): Html => {
  const { statements: words } = texts;
  return html`
  ${isBehind ? html`<p class="notice" role="status">${words.behind}</p>` : null}
  <section class="card statement-list">
    ${table({
      caption: words.title,
      columns: [
        { name: words.month },
        { name: words.incoming, isFigure: true },
        { name: words.outgoing, isFigure: true },
        { name: words.fees, isFigure: true },
        { name: words.closing, isFigure: true },
      ],
      rows: months.map((month) => monthRow(texts, month)),
    })}
  </section>
  <p class="hint">${words.zones}</p>`;
};

const monthRow = (
  { format, statements: words }: PageTexts,
  month: StatementMonth,
): readonly Content[] => [
  html`<div class="stacked">
    <a href="${statementPath(month.month)}">${monthTime(format, month.month)}</a>
    ${month.closedAt === null ? stateWord('waiting', words.open) : null}</div>`,
  signed(format.inLists, '+', month.incomingSat),
  signed(format.inLists, '−', month.outgoingSat),
  signed(format.inLists, '−', month.feesSat),
  format.inLists.amount(month.closingSat),
];

/**
 * Writes an amount with its sign; zero has no sign. The unit is left out, as it stands in the last
 * column of the table.
 */
const signed = ({ satBeside }: FormatterSet, sign: '+' | '−', amountSat: bigint): Html =>
  html`<span class="amount">${amountSat === 0n ? null : sign}${satBeside(amountSat)}</span>`;
