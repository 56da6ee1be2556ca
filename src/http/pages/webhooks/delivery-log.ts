import { SHOWN_DELIVERIES } from '../../../base/limits.ts';
import { accept, type Result, refuse } from '../../../base/result.ts';
import { type Delivery, type DeliveryState, isDeliveryState } from '../../../webhook/delivery.ts';
import { linkButton, submitButton, textField } from '../kit/controls.ts';
import { moment } from '../kit/figures.ts';
import { type Content, type Html, html } from '../kit/html.ts';
import { stateWord, table } from '../kit/pieces.ts';
import type { RequestValues } from '../kit/request-values.ts';
import { lastOutcome, STATE_WORDS } from './delivery-words.ts';
import { EVENT_WORDS } from './endpoint-words.ts';

/** What of the log somebody wants to see. */
export interface LogWish {
  readonly state: DeliveryState | null;
  /** As it was typed; '' for all. */
  readonly search: string;
  /** Message id: what came to be before it. */
  readonly before: string | null;
}

export interface DeliveryLog {
  readonly wish: LogWish;
  /** Of the endpoint's page. */
  readonly path: string;
  readonly deliveries: readonly Delivery[];
  readonly hasOlder: boolean;
  readonly problem: string | null;
}

export function readLogWish(query: RequestValues): LogWish {
  const state = query.text('state');
  return {
    state: isDeliveryState(state) ? state : null,
    search: query.text('hash').trim(),
    before: /^msg_[0-9a-f]{32}$/.exec(query.text('before'))?.[0] ?? null,
  };
}

/** The payment hash that is searched for, null for none. */
export function searchedHash({ search }: LogWish): Result<string | null, string> {
  if (search === '') return accept(null);
  const hash = search.toLowerCase();
  return /^[0-9a-f]{64}$/.test(hash)
    ? accept(hash)
    : refuse('A payment hash has 64 digits and letters from a to f.');
}

export function deliveryLog(log: DeliveryLog): Html {
  const { wish, deliveries } = log;
  const isUnused =
    deliveries.length === 0 && wish.state === null && wish.search === '' && wish.before === null;
  return html`
    <section class="card" id="deliveries" aria-labelledby="deliveries-name">
      <div class="split">
        <h2 id="deliveries-name">Deliveries</h2>
        ${isUnused ? null : renderFilters(log)}
      </div>
      ${isUnused ? NOTHING_YET : renderSearch(log)}
      ${deliveries.length > 0 ? renderLines(log) : isUnused ? null : NOTHING_HERE}
      ${renderPages(log)}
    </section>`;
}

const FILTERS: readonly (DeliveryState | null)[] = [
  null,
  'pending',
  'succeeded',
  'exhausted',
  'skipped',
] as const;

const renderFilters = ({ wish, path }: DeliveryLog): Html => html`
  <nav class="filters" aria-label="Which deliveries">${FILTERS.map((state) => {
    const mark = state === wish.state ? html` aria-current="true"` : null;
    const label = state === null ? 'All' : STATE_WORDS[state].word;
    return html`<a href="${addressOf(path, { ...wish, state, before: null })}"${mark}>${label}</a>`;
  })}</nav>`;

const renderSearch = ({ wish, path, problem }: DeliveryLog): Html => html`
  <form method="get" action="${path}#deliveries" class="search">
    ${wish.state === null ? null : html`<input type="hidden" name="state" value="${wish.state}">`}
    ${textField({
      name: 'hash',
      label: 'Search by payment hash',
      value: wish.search,
      ...(problem === null ? {} : { problem }),
    })}
    <div class="actions">
      ${submitButton({ label: 'Search', look: 'plain' })}
      ${wish.search === '' ? null : linkButton('Show all', `${path}#deliveries`, 'quiet')}
    </div>
  </form>`;

const renderLines = ({ deliveries, path }: DeliveryLog): Html =>
  table({
    caption: 'Deliveries, newest first',
    columns: [{ name: 'Time' }, { name: 'Message' }, { name: 'State' }, { name: 'Last attempt' }],
    rows: deliveries.map((delivery) => [
      html`<a href="${path}/deliveries/${delivery.messageId}">${moment(delivery.createdAt)}</a>`,
      renderMessage(delivery),
      renderState(delivery),
      lastOutcome(delivery),
    ]),
  });

const renderMessage = ({ eventType, paymentHash }: Delivery): Html => html`
  <div>${EVENT_WORDS[eventType].title}<p class="hint">${
    paymentHash === null ? 'Test event' : html`<code>${paymentHash.slice(0, 12)}…</code>`
  }</p></div>`;

function renderState({ state, attempts, nextAt, isBeingSent }: Delivery): Html {
  const { state: look, word } = STATE_WORDS[state];
  const next =
    nextAt === null || attempts === 0
      ? null
      : html`<p class="hint">Next attempt ${moment(nextAt)}</p>`;
  const now = isBeingSent ? html`<p class="hint">Being sent now</p>` : next;
  return html`<div>${stateWord(look, word)}${now}</div>`;
}

function renderPages({ wish, path, deliveries, hasOlder }: DeliveryLog): Content {
  if (wish.before === null && !hasOlder) return null;
  const oldest = deliveries.at(-1)?.messageId ?? null;
  return html`
    <nav class="pages" aria-label="Pages">
      ${
        wish.before === null
          ? html`<span></span>`
          : linkButton('Newest', addressOf(path, { ...wish, before: null }))
      }
      ${
        hasOlder
          ? linkButton(`${SHOWN_DELIVERIES} older`, addressOf(path, { ...wish, before: oldest }))
          : null
      }
    </nav>`;
}

function addressOf(path: string, { state, search, before }: LogWish): string {
  const query = new URLSearchParams();
  if (state !== null) query.set('state', state);
  if (search !== '') query.set('hash', search);
  if (before !== null) query.set('before', before);
  return `${path}${query.size === 0 ? '' : `?${query}`}#deliveries`;
}

const NOTHING_YET = html`
  <p class="faint">Nothing has been sent yet. The next payment that settles is, and a test event at
    any time.</p>`;

const NOTHING_HERE = html`<p class="faint">There is nothing of this kind.</p>`;
