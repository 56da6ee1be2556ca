import { approvalLine } from '../../approvals/pages/approval-line.ts';
import type { Rate } from '../../fiat/rate.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { watchWallet } from '../../web/live/live.ts';
import { emptyState } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { livePart } from '../../web/pages/live-part.ts';
import { type Page, refusePage, showPage, type UserPage } from '../../web/pages/page.ts';
import { TOO_OFTEN_PROBLEM } from '../../web/pages/page-problem.ts';
import { ACTIVITY_PATH, RECEIVE_PATH, STATEMENTS_PATH } from '../../web/pages/paths.ts';
import { readerRate } from '../../web/pages/reader-rate.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { Spender } from '../activity-store.ts';
import { ACTIVITY_RECORDS, OFFERED_SPENDERS, SHOWN_PENDING, SHOWN_WAITING } from '../limits.ts';
import { type ActivityPage, readActivity } from '../read-activity.ts';
import { type AskedActivity, type AskedEntry, NONE_ASKED, readAsked } from '../read-asked.ts';
import { activityFilters, directionFilter } from './activity-filters.ts';
import { type ActivityLine, readActivityLine } from './activity-line.ts';
import {
  activityDays,
  activityLines,
  type ListedActivity,
  type OtherLine,
} from './activity-list.ts';
import type { ActivityPageDeps } from './activity-page-deps.ts';
import { ACTIVITY_CSV_PATH } from './activity-paths.ts';
import {
  type ActivityQueryInput,
  addressOfInput,
  checkInput,
  type InputProblem,
  isUnfiltered,
  readInput,
} from './activity-query.ts';
import { activitySum } from './activity-sum.ts';
import { readLineNames } from './line-names.ts';
import { readLineRates } from './line-values.ts';
import { readSpenders } from './spender-name.ts';
import { waitingLines } from './waiting-list.ts';

/** The page Activity: all money that came and went, or was meant to come or go. */
const show: UserPage<ActivityPageDeps> = {
  method: 'GET',
  path: ACTIVITY_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { user, query, texts } = request;
    const input = readInput(query);
    const { filter, problems } = checkInput(texts.format, input);
    // The page begins to listen for changes before it reads the list, so that it misses none. Older
    // pages of the list do not change, so they do not listen.
    const live = input.before === null ? { live: await watchWallet(deps, request) } : {};
    const now = deps.clock.now();
    const search = { ...input, ...filter, userId: user.id, limit: ACTIVITY_RECORDS, now };
    const [page, offered] = await Promise.all([
      readActivity(deps, search),
      deps.activity.listSpenders(user.id, OFFERED_SPENDERS),
    ]);
    if (page === 'too_many') return refusePage(TOO_OFTEN_PROBLEM);
    const finder = { input, problems, offered };
    if (page === 'too_slow') return showPage(renderSlow(texts, finder));
    const lines = page.entries.map(readActivityLine);
    const pending = page.pending.map(readActivityLine);
    const named = [...page.waiting, ...pending, ...lines].map(({ grantId }) => grantId);
    const oldest = page.older === null ? null : (lines.at(-1)?.at ?? null);
    const [asked, spenders, rates, names, rate] = await Promise.all([
      input.before === null ? readAsked(deps, search, oldest) : NONE_ASKED,
      readSpenders(deps, user.id, named),
      readLineRates(deps, request, [...pending, ...lines]),
      readLineNames(deps, user, [...pending, ...lines]),
      texts.format.hidesAmounts ? null : readerRate(deps, user),
    ]);
    const rules = deps.onchain?.rules ?? null;
    const others = asked.ended.map((one) => askedLine(texts, one, now));
    const list = { lines, others, spenders, rates, names, now, rules };
    const found = { input, page, asked, list, pending, rate };
    const isUnused = isEmpty(found) && isUnfiltered(input) && input.before === null;
    const words = texts.activity;
    return showPage({
      ...live,
      title: words.title,
      section: 'activity',
      main: html`
        ${renderHead(texts, isUnused ? null : finder)}
        ${livePart('movements', renderFound(texts, found))}`,
    });
  },
};

interface Finder {
  readonly input: ActivityQueryInput;
  readonly problems: ReadonlySet<InputProblem>;
  readonly offered: readonly Spender[];
}

/** The top of the page. It has no search form if there is nothing to search. */
function renderHead(texts: PageTexts, finder: Finder | null): Html {
  const { activity: words, statements } = texts;
  return html`
    <div class="head">
      <h1>${words.title}</h1>
      ${finder === null ? null : directionFilter(words, finder.input)}
    </div>
    ${
      finder === null
        ? null
        : html`<div class="list-tools">
            <a href="${STATEMENTS_PATH}">${statements.link}</a>
            ${activityFilters(texts, finder)}
          </div>`
    }`;
}

const renderSlow = (texts: PageTexts, finder: Finder) => {
  const { title, tooSlow } = texts.activity;
  return {
    title,
    section: 'activity' as const,
    main: html`${renderHead(texts, finder)}${emptyState(tooSlow.title, tooSlow.message)}`,
  };
};

export const activityPages: readonly Page<ActivityPageDeps>[] = [show];

interface Found {
  readonly input: ActivityQueryInput;
  readonly page: ActivityPage;
  /** Payments that ask for approval, or that ended without it. */
  readonly asked: AskedActivity;
  readonly list: Omit<ListedActivity, 'headings'>;
  readonly pending: readonly ActivityLine[];
  /**
   * The present price of bitcoin, for values of unpaid entries; null if the page shows no values.
   */
  readonly rate: Rate | null;
}

type Shown = Pick<Found, 'page' | 'asked'>;

const isEmpty = (found: Shown): boolean => !showsAny(found) && found.page.older === null;

const showsAny = ({ page: { entries, pending, waiting }, asked }: Shown): boolean =>
  [entries, pending, waiting, asked.waiting, asked.ended].some(({ length }) => length > 0);

const askedLine = (texts: PageTexts, asked: AskedEntry, now: Date): OtherLine => ({
  at: asked.approval.createdAt,
  line: approvalLine(texts, asked, now),
});

function renderFound(texts: PageTexts, found: Found): Html {
  const { activity: words, home } = texts;
  const { input, page, asked, list, pending } = found;
  if (isEmpty(found) && isUnfiltered(input) && input.before === null) {
    const receive = linkButton(home.receive, RECEIVE_PATH, 'main');
    return emptyState(words.unused.title, words.unused.text, receive);
  }
  return html`
    ${showsAny(found) ? null : renderNothing(texts, page)}
    ${asked.waiting.length === 0 ? null : renderAsking(texts, found)}
    ${page.waiting.length === 0 ? null : renderWaiting(texts, found)}
    ${pending.length === 0 ? null : renderPending(texts, found)}
    ${
      list.lines.length + asked.ended.length === 0
        ? null
        : html`<div class="card days">
            ${activityDays(texts, { ...list, headings: 'h2' })}
            ${activitySum(texts, list.lines)}
          </div>
          ${texts.format.timeZone === 'UTC' ? html`<p class="hint">${words.zone}</p>` : null}`
    }
    ${renderLooked(texts, found)}
    ${renderPages(words, found)}
    ${input.state === 'waiting' ? null : renderExport(words, input)}`;
}

type Words = PageTexts['activity'];

/**
 * Shows all open invoices if the reader filters for them, otherwise only the newest ones, above the
 * other entries.
 */
function renderWaiting(texts: PageTexts, { input, page: { waiting }, list, rate }: Found): Html {
  const { activity: words, format } = texts;
  const shown = input.state === 'waiting' ? waiting : waiting.slice(0, SHOWN_WAITING);
  const address = addressOfInput({ ...input, state: 'waiting' });
  const count = format.digits(waiting.length);
  return html`
    <section class="card days">
      <div class="day">
        <h2>${words.waitingTitle}</h2>
        ${waitingLines(texts, list, shown, rate)}
      </div>
      ${
        shown.length === waiting.length
          ? null
          : html`<p><a href="${address}">${words.waitingAll({ count })}</a></p>`
      }
    </section>`;
}

/** Shows the payments that wait for the reader's approval, above all others. */
const renderAsking = (texts: PageTexts, { asked, list: { now } }: Found): Html => html`
  <section class="card days">
    <div class="day">
      <h2>${texts.approvals.waits}</h2>
      <ul class="movements">
        ${asked.waiting.map((one) => html`<li>${approvalLine(texts, one, now)}</li>`)}
      </ul>
    </div>
  </section>`;

const renderPending = (texts: PageTexts, { list, pending }: Found): Html => {
  const { activity: words } = texts;
  const isFull = pending.filter(({ deposit }) => deposit === null).length === SHOWN_PENDING;
  return html`
    <section class="card days">
      <div class="day">
        <h2>${words.pendingTitle}</h2>
        ${activityLines(texts, list, pending)}
      </div>
      ${isFull ? html`<p class="hint">${words.pendingMore}</p>` : null}
    </section>`;
};

function renderNothing({ activity }: PageTexts, { older }: ActivityPage): Html {
  const words = activity.nothing;
  const text = older === null ? words.text : words.noneFound;
  return emptyState(words.title, text);
}

/**
 * Whether a search stopped at its limit before it found a page of entries. The page then says back
 * to which time it has searched.
 */
const isCut = ({ entries, lookedBackTo }: ActivityPage): boolean =>
  entries.length < ACTIVITY_RECORDS && lookedBackTo !== null;

function renderLooked({ activity: words, format }: PageTexts, { page }: Found): Content {
  if (!isCut(page) || page.lookedBackTo === null) return null;
  return html`<p class="hint">${words.looked}
    ${format.moment(page.lookedBackTo)}.</p>`;
}

const renderExport = (words: Words, input: ActivityQueryInput): Html => {
  const address = addressOfInput({ ...input, before: null }, ACTIVITY_CSV_PATH);
  const label = isUnfiltered(input) ? words.exportAll : words.exportThese;
  return html`<p><a href="${address}">${label}</a></p>`;
};

function renderPages(words: Words, { input, page }: Found): Content {
  const { older } = page;
  if (input.before === null && older === null) return null;
  return html`
    <nav class="pages" aria-label="${words.pages}">
      ${
        input.before === null
          ? html`<span></span>`
          : linkButton(words.newest, addressOfInput({ ...input, before: null }))
      }
      ${
        older === null
          ? null
          : linkButton(
              isCut(page) ? words.lookFurther : words.older,
              addressOfInput({ ...input, before: older }),
            )
      }
    </nav>`;
}
