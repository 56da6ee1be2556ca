import type { ListedJob } from '../../background/job-store.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { emptyState, stateWord, table } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import type { Page, UserPage } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { OPERATE_ROWS } from '../limits.ts';
import { retryPath } from './list-actions.ts';
import { cutPage, operatePage, turnPages, viewLinks } from './list-page.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

const PATH = '/operate/jobs';

/** The page of background jobs: those that wait, and those that failed too often. */
const show: UserPage<OperatorPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'admin',
  handle: async ({ operatorStores }, { query, texts }) => {
    const words = texts.operateLists.jobs;
    const { digits } = texts.format;
    const isParked = query.text('show') !== 'waiting';
    const after = query.text('after');
    const [queue, found] = await Promise.all([
      operatorStores.jobs.readQueue(),
      operatorStores.jobList.listJobs({ isParked, after: readId(after), limit: OPERATE_ROWS + 1 }),
    ]);
    const { rows, next } = cutPage(found, OPERATE_ROWS);
    const none = isParked ? words.noneParked : words.noneWaiting;
    return operatePage(
      texts,
      'jobs',
      html`
        <p>${
          queue.oldestDueSec < LATE_SEC
            ? words.onTime
            : words.late({ minutes: digits(minutes(queue.oldestDueSec)) })
        }</p>
        ${viewLinks(words.views, [
          [`${words.parked} (${digits(queue.parked)})`, PATH, isParked],
          [`${words.waiting} (${digits(queue.waiting)})`, `${PATH}?show=waiting`, !isParked],
        ])}
        ${isParked && rows.length > 0 ? parkedHelp(texts) : null}
        ${rows.length === 0 ? emptyState(none.title, none.text) : jobTable(texts, rows)}
        ${turnPages(texts, {
          path: PATH,
          inputs: { show: isParked ? '' : 'waiting' },
          after,
          next,
        })}`,
    );
  },
};

export const operateJobPages: readonly Page<OperatorPageDeps>[] = [show];

const LATE_SEC = 120;
const minutes = (sec: number): number => Math.floor(sec / 60);

const readId = (text: string): bigint | null => (/^\d{1,18}$/.test(text) ? BigInt(text) : null);

const parkedHelp = ({ operateLists: { jobs: words } }: PageTexts): Html => html`
  <p class="hint">${words.parkedHelp}</p>`;

const jobTable = (texts: PageTexts, jobs: readonly ListedJob[]): Html => {
  const { format, operateLists } = texts;
  const { columns, caption, tries } = operateLists.jobs;
  return table({
    caption,
    columns: [
      { name: columns.id, isFigure: true },
      { name: columns.kind },
      { name: columns.when },
      { name: columns.tries },
      { name: columns.error },
    ],
    rows: jobs.map((job) => [
      String(job.id),
      html`<code>${job.kind}</code>`,
      whenOf(texts, job),
      tries({ count: format.digits(job.attempts), most: format.digits(job.maxAttempts) }),
      job.lastError === null ? '–' : html`<code class="wrapped">${job.lastError}</code>`,
    ]),
  });
};

function whenOf(texts: PageTexts, job: ListedJob): Content {
  const { actions, format } = texts;
  const { jobs: words } = texts.operateLists;
  const { id, parkedAt, isRunning, runAt } = job;
  if (parkedAt !== null) {
    const retry = linkButton(actions.retry.submit, retryPath(String(id)));
    const parked = words.parkedAt({ time: format.moment(parkedAt) });
    return html`<div class="stacked">${parked} ${retry}</div>`;
  }
  return isRunning ? stateWord('good', words.running) : format.moment(runAt);
}
