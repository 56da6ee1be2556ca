import { namedAddress } from '../../contacts/pages/named-address.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { depositProgress } from '../../onchain/deposit-progress.ts';
import type { OnchainRules } from '../../onchain/look-at-chain.ts';
import { progressWords } from '../../onchain/pages/deposit-words.ts';
import { fiatValueText } from '../../web/pages/fiat-value.ts';
import { givenTime } from '../../web/pages/formatters.ts';
import { icon } from '../../web/pages/icons.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { ActivityLine } from './activity-line.ts';
import { activityPath } from './activity-paths.ts';
import { dayBefore, dayIn } from './days.ts';
import type { LineNames } from './line-names.ts';
import type { LineRates } from './line-values.ts';
import { type Spenders, spenderPart } from './spender-name.ts';

export interface ListedActivity {
  readonly lines: readonly ActivityLine[];
  /** Lines of another form, which stand among the others by their time. */
  readonly others?: readonly OtherLine[];
  readonly spenders: Spenders;
  readonly rates: LineRates;
  readonly names: LineNames;
  readonly now: Date;
  /**
   * The rules that say when deposits are credited; null if the service has no bitcoin addresses.
   */
  readonly rules: OnchainRules | null;
  /**
   * The level of the headings within the list, one below the level of the heading above the list.
   */
  readonly headings: 'h2' | 'h3';
}

export interface OtherLine {
  readonly at: Date;
  readonly line: Html;
}

/** Shows entries, newest first, under the days on which they were booked. */
export const activityDays = (texts: PageTexts, list: ListedActivity): Html => {
  const own = list.lines.map((one) => ({ at: one.at, line: renderLine(texts, list, one) }));
  const { others = [] } = list;
  // The order of the entries themselves stays as it is where nothing stands among them.
  const all =
    others.length === 0
      ? own
      : [...own, ...others].sort((one, other) => other.at.getTime() - one.at.getTime());
  const byDay = Map.groupBy(all, ({ at }) => dayIn(texts.format.timeZone, at));
  return html`${[...byDay].map(
    ([day, lines]) => html`
      <section class="day">
        ${heading(list.headings, dayName(texts, list, day))}
        ${listOf(lines.map(({ line }) => line))}
      </section>`,
  )}`;
};

export const heading = (level: 'h2' | 'h3', content: Content): Html =>
  level === 'h2' ? html`<h2>${content}</h2>` : html`<h3>${content}</h3>`;

function dayName(
  { format, records: words }: PageTexts,
  { now }: ListedActivity,
  day: string,
): Content {
  const today = dayIn(format.timeZone, now);
  if (day === today) return words.today;
  if (day === dayBefore(today)) return words.yesterday;
  return givenTime(day, format.weekdayText(day));
}

export const activityLines = (
  texts: PageTexts,
  list: Omit<ListedActivity, 'lines' | 'others' | 'headings'>,
  lines: readonly ActivityLine[],
): Html => listOf(lines.map((line) => renderLine(texts, list, line)));

const listOf = (lines: readonly Html[]): Html => html`
  <ul class="movements">
    ${lines.map((line) => html`<li>${line}</li>`)}
  </ul>`;

function renderLine(
  texts: PageTexts,
  { spenders, rates, names, rules }: Omit<ListedActivity, 'lines' | 'others' | 'headings'>,
  line: ActivityLine,
): Html {
  const { state, direction, amountSat, feeSat, at } = line;
  const { format, records: words } = texts;
  const { inLists } = format;
  const rate = rates.get(line.identifier) ?? null;
  const value =
    rate && html`<span class="worth">${fiatValueText(texts, rate, BigInt(amountSat))}</span> · `;
  const name = nameOf(words, names, line);
  const [what, ...by] = happened(texts, { spenders, rules }, line);
  const parts: readonly Content[] = [
    ...(name === null ? by : [what, ...by]),
    ...(feeSat > 0 ? [words.fee({ amount: inLists.sat(feeSat) })] : []),
    ...(whoOf(names, line) !== null && line.purpose !== null
      ? [html`<bdi dir="auto">${line.purpose}</bdi>`]
      : []),
    ...(line.isKeysend ? [words.keysend] : []),
  ];
  return html`
    <a class="movement ${state}" href="${activityPath(line.identifier)}">
      ${icon(state === 'settled' ? direction : state)}
      <span class="what">
        <span class="title" dir="auto">${name ?? what}</span>
        ${parts.length === 0 ? null : html`<span class="hint">${withDots(parts)}</span>`}
      </span>
      <span class="how-much">
        ${inLists.signed(direction, amountSat)}
        <span class="hint">${value}${givenTime(at.toISOString(), format.hourText(at))}</span>
      </span>
    </a>`;
}

export const withDots = (parts: readonly Content[]): readonly Content[] =>
  parts.map((part, index) => (index === 0 ? part : html` · ${part}`));

function happened(
  texts: PageTexts,
  { spenders, rules }: Pick<ListedActivity, 'spenders' | 'rules'>,
  line: ActivityLine,
): readonly [what: Content, ...by: Content[]] {
  const { deposit: bitcoin, records: words } = texts;
  if (line.deposit !== null) {
    const progress = rules === null ? null : depositProgress(rules, line.deposit);
    return [
      bitcoin.onWay,
      ...(progress === null ? [] : [progressWords(texts, progress, texts.format.inLists)]),
      bitcoin.notSpendable,
    ];
  }
  const by = spenderPart(words, spenders, line);
  const author = by === null ? [] : [by];
  if (line.rail === 'chain') {
    if (line.direction === 'incoming') return [bitcoin.arrived, ...author];
    const address = html`<code>${shortAddress(line.address ?? '')}</code>`;
    const state = line.state === 'settled' ? [] : [words[line.state]];
    return [texts.withdrawal.sent, ...state, address, ...author];
  }
  if (line.state === 'settled')
    return [by ?? (line.direction === 'incoming' ? words.received : words.sent)];
  return [words[line.state], ...author];
}

/**
 * The beginning and the end of a bitcoin address, which are enough for people to tell it from
 * others.
 */
const shortAddress = (address: string): string =>
  address.length < 20 ? address : `${address.slice(0, 8)}…${address.slice(-6)}`;

/**
 * The name of the payer or payee of a line, otherwise its purpose; null if neither is known. Words
 * of strangers are isolated from the text around them, so that right-to-left characters cannot
 * reorder it.
 */
function nameOf(words: PageTexts['records'], names: LineNames, line: ActivityLine): Content {
  const { purpose, direction, payeeText } = line;
  const who = whoOf(names, line);
  const contact = payeeText === null ? undefined : names.contacts.get(payeeText);
  if (who === null) return purpose;
  if (contact !== undefined) return namedAddress(contact.name, who);
  return direction === 'incoming' ? words.from({ payer: who }) : who;
}

/**
 * The payer's name. A name that was given with the payment counts more than the name of the payer's
 * account in this service.
 */
const whoOf = ({ payers }: LineNames, { who, identifier }: ActivityLine): string | null =>
  who ?? payers.get(identifier) ?? null;
