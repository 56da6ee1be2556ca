import {
  listStatements,
  type StatementList,
} from '../../../usecases/statements/read-statements.ts';
import type { StatementMonth } from '../../../wallet/statement.ts';
import { amount, groupDigits } from '../kit/figures.ts';
import { type Content, type Html, html } from '../kit/html.ts';
import { type Page, showPage, type UserPage } from '../kit/page.ts';
import { emptyState, pageHead, stateWord, table } from '../kit/pieces.ts';
import type { PageTexts } from '../texts/en.ts';
import { monthTime } from './month-name.ts';
import { STATEMENTS_PATH, statementPath } from './statement-paths.ts';

/** All months of a wallet, newest first. */
const show: UserPage = {
  method: 'GET',
  path: STATEMENTS_PATH,
  access: 'signed_in',
  handle: async (deps, { user, texts: { statements: words } }) => {
    const list = await listStatements(deps, user.id);
    return showPage({
      title: words.title,
      section: 'statements',
      main: html`
        ${pageHead(words.title, words.lead)}
        ${
          list.months.length === 0
            ? emptyState(words.unused.title, words.unused.text)
            : renderMonths(words, list)
        }`,
    });
  },
};

export const statementListPages: readonly Page[] = [show];

type Words = PageTexts['statements'];

const renderMonths = (words: Words, { months, isBehind }: StatementList): Html => html`
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
      rows: months.map((month) => monthRow(words, month)),
    })}
  </section>
  <p class="hint">${words.utc}</p>`;

const monthRow = (words: Words, month: StatementMonth): readonly Content[] => [
  html`<div class="stacked"><a href="${statementPath(month.month)}">${monthTime(month.month)}</a>
    ${month.closedAt === null ? stateWord('waiting', words.open) : null}</div>`,
  signed('+', month.incomingSat),
  signed('−', month.outgoingSat),
  signed('−', month.feesSat),
  amount(month.closingSat),
];

/** Nothing has no sign. */
const signed = (sign: '+' | '−', amountSat: bigint): Html =>
  html`<span class="amount">${amountSat === 0n ? '0' : `${sign}${groupDigits(amountSat)}`}</span>`;
