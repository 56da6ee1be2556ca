import { type Content, type Html, html } from '../../i18n/html.ts';
import { table } from '../../web/pages/components.ts';
import { linkButton, submitButton, textField } from '../../web/pages/controls.ts';
import type { FormatterSet } from '../../web/pages/formatters.ts';
import type { RequestValues } from '../../web/pages/request-values.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { type Delivery, type DeliveryState, isDeliveryState } from '../delivery.ts';
import { SHOWN_DELIVERIES } from '../limits.ts';
import { deliveryState, lastOutcome } from './delivery-words.ts';

/** The filters of the log of deliveries, and the position in it. */
export interface LogQuery {
  readonly state: DeliveryState | null;
  /** The search as it was typed; '' for all deliveries. */
  readonly search: string;
  /** The id of a message: only older messages are shown; null for the newest. */
  readonly before: string | null;
}

export interface DeliveryLog {
  readonly input: LogQuery;
  /** The address of the endpoint's page. */
  readonly path: string;
  readonly deliveries: readonly Delivery[];
  readonly hasOlder: boolean;
  /** Whether the user searched for something that is no payment hash. */
  readonly isBadSearch: boolean;
}

export function readLogQuery(query: RequestValues): LogQuery {
  const state = query.text('state');
  return {
    state: isDeliveryState(state) ? state : null,
    search: query.text('hash').trim(),
    before: /^msg_[0-9a-f]{32}$/.exec(query.text('before'))?.[0] ?? null,
  };
}

/**
 * The payment hash that the user searched for; null without a search, `bad` for a text that is no
 * hash.
 */
export function searchedHash({ search }: LogQuery): string | null | 'bad' {
  if (search === '') return null;
  const hash = search.toLowerCase();
  return /^[0-9a-f]{64}$/.test(hash) ? hash : 'bad';
}

export function deliveryLog(texts: PageTexts, log: DeliveryLog): Html {
  const words = texts.deliveries;
  const { input, deliveries } = log;
  const isUnused =
    deliveries.length === 0 && input.state === null && input.search === '' && input.before === null;
  return html`
    <section class="card" id="deliveries" aria-labelledby="deliveries-name">
      <div class="split">
        <h2 id="deliveries-name">${words.title}</h2>
        ${isUnused ? null : renderFilters(words, log)}
      </div>
      ${isUnused ? html`<p class="faint">${words.unused}</p>` : renderSearch(words, log)}
      ${deliveries.length > 0 ? renderLines(texts, log) : null}
      ${deliveries.length === 0 && !isUnused ? html`<p class="faint">${words.none}</p>` : null}
      ${renderPages(words, log)}
    </section>`;
}

type Words = PageTexts['deliveries'];

const FILTERS: readonly (DeliveryState | null)[] = [
  null,
  'pending',
  'succeeded',
  'exhausted',
  'skipped',
] as const;

const renderFilters = (words: Words, { input, path }: DeliveryLog): Html => html`
  <nav class="filters" aria-label="${words.filters}">${FILTERS.map((state) => {
    const mark = state === input.state ? html` aria-current="true"` : null;
    const label = state === null ? words.all : words.states[state].word;
    const address = addressOf(path, { ...input, state, before: null });
    return html`<a href="${address}"${mark}>${label}</a>`;
  })}</nav>`;

const renderSearch = (
  { search: words }: Words,
  { input, path, isBadSearch }: DeliveryLog,
): Html => html`
  <form method="get" action="${path}#deliveries" class="search">
    ${input.state === null ? null : html`<input type="hidden" name="state" value="${input.state}">`}
    ${textField({
      name: 'hash',
      label: words.label,
      value: input.search,
      problem: isBadSearch ? words.problem : undefined,
    })}
    <div class="actions">
      ${submitButton({ label: words.submit, look: 'plain' })}
      ${input.search === '' ? null : linkButton(words.clear, `${path}#deliveries`, 'quiet')}
    </div>
  </form>`;

const renderLines = (
  { deliveries: words, format: { moment }, webhooks }: PageTexts,
  { deliveries, path }: DeliveryLog,
): Html =>
  table({
    caption: words.caption,
    columns: [words.time, words.message, words.state, words.lastAttempt].map((name) => ({ name })),
    rows: deliveries.map((delivery) => [
      html`<a href="${path}/deliveries/${delivery.messageId}">${moment(delivery.createdAt)}</a>`,
      renderMessage(words, webhooks.events[delivery.eventType].title, delivery),
      renderState(words, moment, delivery),
      lastOutcome(words, delivery),
    ]),
  });

function renderMessage(words: Words, title: string, { isTest, paymentHash }: Delivery): Html {
  const hash = paymentHash === null ? null : html`<code>${paymentHash.slice(0, 12)}…</code>`;
  return html`
  <div>${title}<p class="hint">${isTest ? words.testEvent : hash}</p></div>`;
}

function renderState(
  words: Words,
  moment: FormatterSet['moment'],
  { state, attempts, nextAt, isBeingSent }: Delivery,
): Html {
  const next =
    nextAt === null || attempts === 0
      ? null
      : html`<p class="hint">${words.nextAttempt({ time: moment(nextAt) })}</p>`;
  const now = isBeingSent ? html`<p class="hint">${words.beingSent}</p>` : next;
  return html`<div>${deliveryState(words, state)}${now}</div>`;
}

function renderPages(words: Words, { input, path, deliveries, hasOlder }: DeliveryLog): Content {
  if (input.before === null && !hasOlder) return null;
  const oldest = deliveries.at(-1)?.messageId ?? null;
  return html`
    <nav class="pages" aria-label="${words.pages}">
      ${
        input.before === null
          ? html`<span></span>`
          : linkButton(words.newest, addressOf(path, { ...input, before: null }))
      }
      ${
        hasOlder
          ? linkButton(
              words.older({ count: SHOWN_DELIVERIES }),
              addressOf(path, { ...input, before: oldest }),
            )
          : null
      }
    </nav>`;
}

function addressOf(path: string, { state, search, before }: LogQuery): string {
  const query = new URLSearchParams();
  if (state !== null) query.set('state', state);
  if (search !== '') query.set('hash', search);
  if (before !== null) query.set('before', before);
  return `${path}${query.size === 0 ? '' : `?${query}`}#deliveries`;
}
