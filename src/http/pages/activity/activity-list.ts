import { givenTime, hourText, satText, signedAmount } from '../kit/figures.ts';
import { type Content, type Html, html } from '../kit/html.ts';
import { icon } from '../kit/icons.ts';
import type { PageTexts } from '../texts/en.ts';
import type { ActivityLine } from './activity-line.ts';
import { activityPath } from './activity-paths.ts';
import { dayBefore, dayIn } from './days.ts';
import { type Spenders, spenderName } from './spender-name.ts';

type Words = PageTexts['records'];

export interface ListedActivity {
  readonly lines: readonly ActivityLine[];
  readonly spenders: Spenders;
  readonly now: Date;
  readonly timeZone: string;
  /** Of the headings, one below that of what they stand in. */
  readonly headings: 'h2' | 'h3';
}

/** Newest first, under the days on which they were booked. */
export const activityDays = (words: Words, list: ListedActivity): Html => {
  const byDay = Map.groupBy(list.lines, ({ at }) => dayIn(list.timeZone, at));
  return html`${[...byDay].map(
    ([day, lines]) => html`
      <section class="day">
        ${heading(list.headings, dayName(words, list, day))}
        ${activityLines(words, list, lines)}
      </section>`,
  )}`;
};

export const heading = (level: 'h2' | 'h3', content: Content): Html =>
  level === 'h2' ? html`<h2>${content}</h2>` : html`<h3>${content}</h3>`;

function dayName(words: Words, { now, timeZone }: ListedActivity, day: string): Content {
  const today = dayIn(timeZone, now);
  if (day === today) return words.today;
  if (day === dayBefore(today)) return words.yesterday;
  return givenTime(day, LONG_DAY.format(new Date(`${day}T00:00:00Z`)));
}

const LONG_DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

export const activityLines = (
  words: Words,
  list: Omit<ListedActivity, 'lines' | 'headings'>,
  lines: readonly ActivityLine[],
): Html => html`
  <ul class="movements">
    ${lines.map((line) => html`<li>${renderLine(words, list, line)}</li>`)}
  </ul>`;

function renderLine(
  words: Words,
  { spenders, timeZone }: Omit<ListedActivity, 'lines' | 'headings'>,
  line: ActivityLine,
): Html {
  const { state, direction, amountSat, feeSat, grantId, at } = line;
  const parts: readonly Content[] = [
    stateText(words, line),
    ...(feeSat > 0 ? [words.fee(satText(feeSat))] : []),
    ...(line.who !== null && line.purpose !== null ? [html`<bdi>${line.purpose}</bdi>`] : []),
    ...(line.isKeysend ? [words.keysend] : []),
    ...(grantId === null ? [] : [spenderName(words.spenders, spenders, grantId)]),
  ];
  return html`
    <a class="movement ${state}" href="${activityPath(line.identifier)}">
      ${icon(state === 'settled' ? direction : state)}
      <span class="what">
        <span class="title">${title(words, line)}</span>
        <span class="hint">${withDots(parts)}</span>
      </span>
      <span class="how-much">
        ${signedAmount(direction, amountSat)}
        <span class="hint">${givenTime(at.toISOString(), hourText(at, timeZone))}</span>
      </span>
    </a>`;
}

const withDots = (parts: readonly Content[]): readonly Content[] =>
  parts.map((part, index) => (index === 0 ? part : html` · ${part}`));

function stateText(words: Words, { state, direction }: ActivityLine): string {
  if (state === 'pending') return words.pending;
  if (state === 'failed') return words.failed;
  return direction === 'incoming' ? words.received : words.sent;
}

/** Words of strangers stay apart from what stands beside them, whatever they hold. */
function title(words: Words, { who, purpose, direction }: ActivityLine): Html {
  const said = who === null ? purpose : direction === 'incoming' ? words.from(who) : who;
  return said === null
    ? html`<span class="faint">${words.noPurpose}</span>`
    : html`<bdi>${said}</bdi>`;
}
