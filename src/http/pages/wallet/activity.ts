import { ACTIVITY_RECORDS } from '../../../base/limits.ts';
import { readHistoryPage } from '../../../usecases/receipts/read-history-page.ts';
import type { HistoryQuery } from '../../../wallet/history-store.ts';
import { linkButton } from '../kit/controls.ts';
import { type Content, type Html, html } from '../kit/html.ts';
import { type Page, redirectTo, type ShownPage, showPage, type UserPage } from '../kit/page.ts';
import { emptyState } from '../kit/pieces.ts';
import type { PageTexts } from '../texts/en.ts';
import { type RecordLine, readRecordLine } from './read-record.ts';
import { recordLines } from './record-lines.ts';

export const ACTIVITY_PATH = '/activity';

/** All that came and went. Filters stand in the address, so that Back works. */
const show: UserPage = {
  method: 'GET',
  path: ACTIVITY_PATH,
  access: 'signed_in',
  handle: async (deps, { user, query, texts }) => {
    const wish = {
      direction: DIRECTIONS.get(query.text('show')) ?? 'both',
      before: /^[A-Za-z0-9]{1,64}$/.exec(query.text('before'))?.[0] ?? null,
    };
    const listed = await readHistoryPage(deps, {
      userId: user.id,
      limit: ACTIVITY_RECORDS,
      ...wish,
    });
    // `before` is a record of another wallet, or of none.
    if (!listed.ok) return redirectTo(ACTIVITY_PATH);
    const { records, hasOlder } = listed.value;
    return showActivity(texts, { ...wish, hasOlder, lines: records.map(readRecordLine) });
  },
};

export const activityPages: readonly Page[] = [show];

const DIRECTIONS: ReadonlyMap<string, HistoryQuery['direction']> = new Map([
  ['in', 'incoming'],
  ['out', 'outgoing'],
]);

interface ActivityPage {
  readonly lines: readonly RecordLine[];
  readonly direction: HistoryQuery['direction'];
  readonly before: string | null;
  readonly hasOlder: boolean;
}

function showActivity(texts: PageTexts, activity: ActivityPage): ShownPage {
  const { lines, direction, before } = activity;
  const words = texts.activity;
  const isUnused = lines.length === 0 && direction === 'both' && before === null;
  return showPage({
    title: words.title,
    section: 'activity',
    main: html`
      <div class="head">
        <h1>${words.title}</h1>
        ${isUnused ? null : renderFilters(words, direction)}
      </div>
      ${isUnused ? emptyState(words.unused.title, words.unused.text) : renderLines(texts, lines)}
      ${renderPages(words, activity)}`,
  });
}

type Words = PageTexts['activity'];

const renderLines = ({ records, activity }: PageTexts, lines: readonly RecordLine[]): Html =>
  lines.length === 0
    ? html`<p class="faint">${activity.none}</p>`
    : html`<div class="card">${recordLines(records, lines)}</div>`;

const FILTERS = [
  { direction: 'both', name: 'all', show: '' },
  { direction: 'incoming', name: 'incoming', show: 'in' },
  { direction: 'outgoing', name: 'outgoing', show: 'out' },
] as const;

const renderFilters = (words: Words, present: HistoryQuery['direction']): Html => html`
  <nav class="filters" aria-label="${words.filters}">${FILTERS.map(({ direction, name, show }) => {
    const mark = direction === present ? html` aria-current="true"` : null;
    return html`<a href="${addressOf(show, null)}"${mark}>${words[name]}</a>`;
  })}</nav>`;

function renderPages(words: Words, { lines, direction, before, hasOlder }: ActivityPage): Content {
  if (before === null && !hasOlder) return null;
  const show = FILTERS.find((filter) => filter.direction === direction)?.show ?? '';
  const oldest = lines.at(-1)?.identifier ?? null;
  return html`
    <nav class="pages" aria-label="${words.pages}">
      ${before === null ? html`<span></span>` : linkButton(words.newest, addressOf(show, null))}
      ${hasOlder ? linkButton(words.older(ACTIVITY_RECORDS), addressOf(show, oldest)) : null}
    </nav>`;
}

function addressOf(show: string, before: string | null): string {
  const query = new URLSearchParams();
  if (show !== '') query.set('show', show);
  if (before !== null) query.set('before', before);
  return query.size === 0 ? ACTIVITY_PATH : `${ACTIVITY_PATH}?${query}`;
}
