import type { OutgrownSetting, TableSize } from '../../database/table-size-store.ts';
import { type Html, html } from '../../i18n/html.ts';
import type { BooksFinding } from '../../ledger/books/books-store.ts';
import { isBooksCheckLate, nextBooksCheck } from '../../node/check-books.ts';
import type { BooksCheck } from '../../node/payment-stop-store.ts';
import { card, facts, stateWord, table } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { livePart } from '../../web/pages/live-part.ts';
import type { Page, UserPage } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { MAX_SHOWN_TABLES, SHOWN_BACKUP_RUNS } from '../limits.ts';
import { backupsCard } from './backups-card.ts';
import { operatePage } from './list-page.ts';
import { megabytes } from './megabytes.ts';
import { CHECK_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

/** The page with the last check of the books, the backups, and the size of the database. */
const show: UserPage<OperatorPageDeps> = {
  method: 'GET',
  path: '/operate/books',
  access: 'admin',
  handle: async ({ actions: { backupSchedules }, operatorStores, clock }, { texts }) => {
    const [check, findings, report, schedule, progress, runs, sizes, outgrown] = await Promise.all([
      operatorStores.books.lastBooksCheck(),
      operatorStores.booksFindings.listBooksFindings(),
      operatorStores.readBackups(),
      backupSchedules.readSchedule(),
      backupSchedules.readProgress(),
      operatorStores.backupRuns.listRuns(SHOWN_BACKUP_RUNS),
      operatorStores.tableSizes.listTableSizes(MAX_SHOWN_TABLES),
      operatorStores.tableSizes.listOutgrownSettings(),
    ]);
    const place = operatorStores.backupPlace;
    const backups = { report, schedule, progress, place, runs, now: clock.now() };
    return operatePage(
      texts,
      'books',
      html`
        ${checkCard(texts, check, clock.now())}
        ${findings.length === 0 ? null : findingsCard(texts, findings)}
        ${livePart('backups', backupsCard(texts, backups))}
        ${sizesCard(texts, sizes, outgrown)}`,
      progress !== null,
    );
  },
};

export const operateBookPages: readonly Page<OperatorPageDeps>[] = [show];

function checkCard(texts: PageTexts, check: BooksCheck | null, now: Date): Html {
  const { actions, format, operateLists } = texts;
  const { books: words } = operateLists;
  const order = html`<p class="actions">${linkButton(actions.check.title, CHECK_PATH)}</p>`;
  if (check === null) return card(words.check, html`<p>${words.never}</p>${order}`);
  const { findingsCount, transfersCount, checkedAt } = check;
  return card(
    words.check,
    html`
      ${facts([
        [
          words.state,
          findingsCount === 0
            ? stateWord('good', words.balance)
            : stateWord('bad', words.differ({ count: findingsCount })),
        ],
        [words.checkedAt, format.moment(checkedAt)],
        [words.transfers, format.digits(transfersCount)],
        [words.nextCheck, nextCheck(texts, check, now)],
      ])}
      <p class="hint">${findingsCount === 0 ? words.again : words.stopped}</p>
      ${order}`,
  );
}

function nextCheck({ format, operateLists }: PageTexts, check: BooksCheck, now: Date): Html {
  const at = nextBooksCheck(check);
  return isBooksCheckLate(check, now)
    ? stateWord('bad', operateLists.books.lateCheck({ time: format.momentText(at) }))
    : format.moment(at);
}

const findingsCard = (
  { operateLists: { books: words } }: PageTexts,
  findings: readonly BooksFinding[],
): Html =>
  card(
    words.findings.title,
    table({
      caption: words.findings.caption,
      columns: [
        { name: words.findings.rule },
        { name: words.findings.subject },
        { name: words.findings.detail },
      ],
      rows: findings.map(({ rule, subject, detail }) => [
        html`<code class="wrapped">${rule}</code>`,
        html`<code class="wrapped">${subject}</code>`,
        html`<code class="wrapped">${detail}</code>`,
      ]),
    }),
  );

const sizesCard = (
  { format, operateLists: { books: words } }: PageTexts,
  sizes: readonly TableSize[],
  outgrown: readonly OutgrownSetting[],
): Html =>
  card(
    words.sizes.title,
    html`
      ${outgrown.length === 0 ? null : outgrownSettings(words, outgrown)}
      <p>${words.sizes.all({ size: megabytes(format, sumOf(sizes)) })}</p>
      <details><summary>${words.sizes.caption}</summary>${table({
        caption: words.sizes.caption,
        columns: [
          { name: words.sizes.table },
          { name: words.sizes.rows, isFigure: true },
          { name: words.sizes.size, isFigure: true },
        ],
        rows: sizes.map(({ name, rows, bytes }) => [
          html`<code>${name}</code>`,
          rows === null ? '–' : format.digits(rows),
          megabytes(format, bytes),
        ]),
      })}</details>`,
  );

const outgrownSettings = (
  { sizes: { outgrown: words } }: PageTexts['operateLists']['books'],
  outgrown: readonly OutgrownSetting[],
): Html => html`
  ${stateWord('waiting', words.lead)}
  ${table({
    caption: words.caption,
    columns: [{ name: words.setting }, { name: words.value }, { name: words.advised }],
    rows: outgrown.map(({ name, value, advised }) => [
      html`<code>${name}</code>`,
      html`<code>${value}</code>`,
      html`<code>${advised}</code>`,
    ]),
  })}
  <p class="hint">${words.hint}</p>`;

const sumOf = (sizes: readonly TableSize[]): bigint =>
  sizes.reduce((sum, { bytes }) => sum + bytes, 0n);
