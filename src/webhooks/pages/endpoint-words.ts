import { type Content, type Html, html } from '../../i18n/html.ts';
import { type State, stateWord } from '../../web/pages/components.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { EventType } from '../delivery.ts';
import type { Disabled, Endpoint } from '../endpoint.ts';

import { MAX_COUNTED_DELIVERIES } from '../limits.ts';

import type { Creator } from './creators.ts';

/** Shows how well an endpoint works, by a word and a colour. */
export function healthOf(
  { format, webhooks: { health: words } }: PageTexts,
  endpoint: Endpoint,
): EndpointHealthWords {
  const { disabled, health } = endpoint;
  if (disabled !== null) {
    const text = words.offSince({
      time: format.moment(disabled.at),
      why: words.offBecause[disabled.reason],
    });
    return { state: isBadEnd(disabled) ? 'bad' : 'ended', word: words.off, text };
  }
  const { failingSince, consecutiveFailures, lastSuccessAt } = health;
  if (failingSince !== null) {
    const text = words.failingSince({
      time: format.moment(failingSince),
      count: consecutiveFailures,
      shown: format.digits(consecutiveFailures),
    });
    return { state: 'bad', word: words.failing, text };
  }
  if (lastSuccessAt === null) {
    return { state: 'ended', word: words.unused, text: words.unusedHint };
  }
  const text = words.lastDelivery({ time: format.moment(lastSuccessAt) });
  return { state: 'good', word: words.delivering, text };
}

export interface EndpointHealthWords {
  readonly state: State;
  readonly word: string;
  readonly text: Content;
}

export const renderHealth = (texts: PageTexts, endpoint: Endpoint, more: Content = null): Html => {
  const { state, word, text } = healthOf(texts, endpoint);
  return html`
    <div class="health">${stateWord(state, word)}<p class="hint">${text}</p>${more}</div>`;
};

/** Whether an endpoint gets no messages at the moment, although its user did not switch it off. */
export const isTroubled = ({ disabled, health }: Endpoint): boolean =>
  disabled === null ? health.failingSince !== null : isBadEnd(disabled);

/**
 * Whether the receiver caused the end of the endpoint, and not its user or the app that created it.
 */
const isBadEnd = ({ reason }: Disabled): boolean =>
  reason === 'failing' || reason === 'gone' || reason === 'refused';

/** What an endpoint is called: by its own name, or else by its URL. */
export const nameOf = ({ description, url }: Pick<Endpoint, 'description' | 'url'>): string =>
  description === '' ? (URL.parse(url)?.host ?? url) : description;

type Words = PageTexts['webhooks'];

/** The titles of the event types of an endpoint, as a list. */
export const eventTitles = (words: Words, types: readonly EventType[]): string =>
  listOf(
    words,
    types
      .map((type) => words.events[type])
      .map(({ title, within }, index) => (index === 0 ? title : within)),
  );

/** The event types of an endpoint in one sentence, for lists. */
export const notifiesAbout = (words: Words, types: readonly EventType[]): string =>
  words.notifiesAbout({
    events: listOf(
      words,
      types.map((type) => words.events[type].told),
    ),
  });

const listOf = (words: Words, [first = '', ...others]: readonly string[]): string =>
  others.reduce((before, last) => words.and({ before, last }), first);

export const creatorText = ({ creators: words }: Words, creator: Creator): string =>
  creator.kind === 'token' || creator.kind === 'app'
    ? words[creator.kind]({ name: creator.name })
    : words[creator.kind];

/**
 * Writes a number of deliveries. Counting stops at a limit, from which on the text says "or more".
 */
export function countText({ format, webhooks: words }: PageTexts, count: number): string {
  const text = format.digits(count);
  return count >= MAX_COUNTED_DELIVERIES ? words.orMore({ count: text }) : text;
}
