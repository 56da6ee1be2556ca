import {
  ACTIVITY_RECORDS,
  OFFERED_SPENDERS,
  SEARCHED_RECORDS,
  SHOWN_PENDING,
} from '../../../base/activity-limits.ts';
import { type ActivityPage, readActivity } from '../../../usecases/activity/read-activity.ts';
import { linkButton } from '../kit/controls.ts';
import { groupDigits, moment } from '../kit/figures.ts';
import { type Content, type Html, html } from '../kit/html.ts';
import { livePart } from '../kit/live-part.ts';
import { type Page, refusePage, showPage, type UserPage } from '../kit/page.ts';
import { TOO_OFTEN_PROBLEM } from '../kit/page-problem.ts';
import { emptyState } from '../kit/pieces.ts';
import { STATEMENTS_PATH } from '../statements/statement-paths.ts';
import type { PageTexts } from '../texts/en.ts';
import { watchWallet } from '../wallet/live.ts';
import { activityFilters, directionFilter } from './activity-filters.ts';
import { type ActivityLine, readActivityLine } from './activity-line.ts';
import { activityDays, activityLines, type ListedActivity } from './activity-list.ts';
import { ACTIVITY_PATH } from './activity-paths.ts';
import { activitySum } from './activity-sum.ts';
import {
  type ActivityWish,
  addressOfWish,
  checkWish,
  isUnfiltered,
  readWish,
} from './activity-wish.ts';
import { readSpenders } from './spender-name.ts';

/** All that came and went, or was meant to. */
const show: UserPage = {
  method: 'GET',
  path: ACTIVITY_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { user, query, texts } = request;
    const wish = readWish(query);
    const { filter, problems } = checkWish(wish);
    // First, so that nothing which changes meanwhile is missed. Older pages stay as they are.
    const live = wish.before === null ? { live: await watchWallet(deps, request) } : {};
    const input = { ...wish, ...filter, userId: user.id, limit: ACTIVITY_RECORDS };
    const page = await readActivity(deps, input);
    if (page === null) return refusePage(TOO_OFTEN_PROBLEM);
    const lines = page.entries.map(readActivityLine);
    const pending = page.pending.map(readActivityLine);
    const named = [...pending, ...lines].map(({ grantId }) => grantId);
    const [spenders, offered] = await Promise.all([
      readSpenders(deps, user.id, named),
      deps.activity.listSpenders(user.id, OFFERED_SPENDERS),
    ]);
    const list = { lines, spenders, now: deps.clock.now(), timeZone: 'UTC' };
    const isUnused = isEmpty(page) && isUnfiltered(wish) && wish.before === null;
    const words = texts.activity;
    return showPage({
      ...live,
      title: words.title,
      section: 'activity',
      main: html`
        <div class="head">
          <h1>${words.title}</h1>
          ${isUnused ? null : directionFilter(words, wish)}
        </div>
        ${isUnused ? null : html`<p><a href="${STATEMENTS_PATH}">${texts.statements.link}</a></p>`}
        ${isUnused ? null : activityFilters(texts, { wish, problems, offered })}
        ${livePart('movements', renderFound(texts, { wish, page, list, pending }))}`,
    });
  },
};

export const activityPages: readonly Page[] = [show];

interface Found {
  readonly wish: ActivityWish;
  readonly page: ActivityPage;
  readonly list: Omit<ListedActivity, 'headings'>;
  readonly pending: readonly ActivityLine[];
}

const isEmpty = ({ entries, pending, older }: ActivityPage): boolean =>
  entries.length === 0 && pending.length === 0 && older === null;

function renderFound(texts: PageTexts, found: Found): Html {
  const { activity: words, records } = texts;
  const { wish, page, list, pending } = found;
  if (isEmpty(page) && isUnfiltered(wish) && wish.before === null) {
    return emptyState(words.unused.title, words.unused.text);
  }
  const isNothing = page.entries.length === 0 && pending.length === 0;
  return html`
    ${isNothing ? renderNothing(words, page) : null}
    ${pending.length === 0 ? null : renderPending(texts, found)}
    ${
      list.lines.length === 0
        ? null
        : html`<div class="card days">
            ${activityDays(records, { ...list, headings: 'h2' })}
            ${activitySum(words, list.lines)}
          </div>
          <p class="hint">${words.zone}</p>`
    }
    ${renderLooked(words, found)}
    ${renderPages(words, found)}`;
}

type Words = PageTexts['activity'];

const renderPending = ({ activity: words, records }: PageTexts, { list, pending }: Found): Html =>
  html`
    <section class="card days">
      <div class="day">
        <h2>${words.pendingTitle}</h2>
        ${activityLines(records, list, pending)}
      </div>
      ${pending.length < SHOWN_PENDING ? null : html`<p class="hint">${words.pendingMore}</p>`}
    </section>`;

function renderNothing({ nothing: words }: Words, { older }: ActivityPage): Html {
  const text = older === null ? words.text : words.noneFound(groupDigits(SEARCHED_RECORDS));
  return emptyState(words.title, text);
}

/** A search ends before its page is full, rather than read on and on. */
const isCut = ({ entries, lookedBackTo }: ActivityPage): boolean =>
  entries.length < ACTIVITY_RECORDS && lookedBackTo !== null;

function renderLooked(words: Words, { page }: Found): Content {
  if (!isCut(page) || page.lookedBackTo === null) return null;
  return html`<p class="hint">${words.looked(groupDigits(SEARCHED_RECORDS))}
    ${moment(page.lookedBackTo)}.</p>`;
}

function renderPages(words: Words, { wish, page }: Found): Content {
  const { older } = page;
  if (wish.before === null && older === null) return null;
  return html`
    <nav class="pages" aria-label="${words.pages}">
      ${
        wish.before === null
          ? html`<span></span>`
          : linkButton(words.newest, addressOfWish({ ...wish, before: null }))
      }
      ${
        older === null
          ? null
          : linkButton(
              isCut(page) ? words.lookFurther : words.older,
              addressOfWish({ ...wish, before: older }),
            )
      }
    </nav>`;
}
