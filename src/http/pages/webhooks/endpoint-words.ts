import { MAX_COUNTED_DELIVERIES } from '../../../base/limits.ts';
import type { EventType } from '../../../webhook/delivery.ts';
import type { DisabledReason, Endpoint } from '../../../webhook/endpoint.ts';
import { groupDigits, moment } from '../kit/figures.ts';
import { type Content, type Html, html } from '../kit/html.ts';
import { type State, stateWord } from '../kit/pieces.ts';

/** How an endpoint does, in words and with a colour that says the same. */
export function healthOf(endpoint: Endpoint): EndpointHealthWords {
  const { disabled, health } = endpoint;
  if (disabled !== null) {
    const { state, because } = DISABLED_WORDS[disabled.reason];
    return { state, word: 'Off', text: html`Since ${moment(disabled.at)}. ${because}` };
  }
  const { failingSince, consecutiveFailures, lastSuccessAt } = health;
  if (failingSince !== null) {
    const count = consecutiveFailures === 1 ? 'one' : groupDigits(consecutiveFailures);
    const attempts = consecutiveFailures === 1 ? 'attempt' : 'attempts';
    const text = html`Since ${moment(failingSince)}; ${count} ${attempts} failed.`;
    return { state: 'bad', word: 'Failing', text };
  }
  if (lastSuccessAt === null) {
    return { state: 'ended', word: 'No deliveries yet', text: 'A test event shows that it works.' };
  }
  return { state: 'good', word: 'Delivering', text: html`Last on ${moment(lastSuccessAt)}.` };
}

export interface EndpointHealthWords {
  readonly state: State;
  readonly word: string;
  readonly text: Content;
}

export const renderHealth = (endpoint: Endpoint, more: Content = null): Html => {
  const { state, word, text } = healthOf(endpoint);
  return html`
    <div class="health">${stateWord(state, word)}<p class="hint">${text}</p>${more}</div>`;
};

/** One that its user did not switch off himself, and to which nothing comes at present. */
export const isTroubled = ({ disabled, health }: Endpoint): boolean =>
  disabled === null
    ? health.failingSince !== null
    : DISABLED_WORDS[disabled.reason].state === 'bad';

const DISABLED_WORDS: Readonly<Record<DisabledReason, { state: State; because: string }>> = {
  switched_off: {
    state: 'ended',
    because: 'It was switched off by hand, or by the app or token that made it.',
  },
  app_revoked: { state: 'ended', because: 'The app that made it was disconnected.' },
  token_ended: { state: 'ended', because: 'The token that made it was revoked, or expired.' },
  failing: { state: 'bad', because: 'Nothing could be delivered for five days.' },
  gone: { state: 'bad', because: 'The receiver answered 410: there is nothing any more.' },
  refused: { state: 'bad', because: 'The receiver asked for it in its answer.' },
};

export const EVENT_WORDS: Readonly<Record<EventType, EventWords>> = {
  'invoice.incoming.settled': {
    title: 'Money received',
    meaning: 'An invoice of yours was paid, or somebody sent a keysend.',
  },
  'invoice.outgoing.settled': {
    title: 'Money sent',
    meaning: 'A payment of yours has arrived.',
  },
};

interface EventWords {
  readonly title: string;
  readonly meaning: string;
}

export const eventTitles = ({ filterTypes }: Pick<Endpoint, 'filterTypes'>): string =>
  filterTypes
    .map((type) => EVENT_WORDS[type].title)
    .map((title, index) => (index === 0 ? title : title.toLowerCase()))
    .join(' and ');

/** What people call it: their own words, or where it leads. */
export const nameOf = ({ description, url }: Pick<Endpoint, 'description' | 'url'>): string =>
  description === '' ? (URL.parse(url)?.host ?? url) : description;

/** Counting ends there. */
export const countText = (count: number): string =>
  `${groupDigits(count)}${count >= MAX_COUNTED_DELIVERIES ? ' or more' : ''}`;
