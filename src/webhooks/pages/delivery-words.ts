import type { Html } from '../../web/pages/html.ts';
import { type State, stateWord } from '../../web/pages/pieces.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { Attempt, Delivery, DeliveryState } from '../delivery.ts';
import { toldFailure } from '../routes/webhook-words.ts';

type Words = PageTexts['deliveries'];

const LOOKS: Readonly<Record<DeliveryState, State>> = {
  pending: 'waiting',
  succeeded: 'good',
  exhausted: 'bad',
  skipped: 'ended',
  cancelled: 'ended',
};

export const deliveryState = ({ states }: Words, state: DeliveryState): Html =>
  stateWord(LOOKS[state], states[state].word);

/** The answer, or what went wrong in its place. */
function outcomeText(
  { outcome: words }: Words,
  status: number | null,
  errorClass: string | null,
): string {
  if (status !== null) return words.answer(status, statusMeaning(words, status));
  return errorClass === null ? '' : words.failures[toldFailure(errorClass)];
}

function statusMeaning(words: Words['outcome'], status: number): string | null {
  if (status >= 200 && status <= 299) return null;
  return words.statuses[status] ?? (status >= 300 && status <= 399 ? words.redirect : null);
}

/** Empty before the first one has ended. */
export const lastOutcome = (words: Words, { lastStatus, lastError }: Delivery): string =>
  outcomeText(words, lastStatus, lastError);

export const outcomeOf = (words: Words, { status, errorClass }: Attempt): string =>
  outcomeText(words, status, errorClass);

export const isGood = ({ status }: Attempt): boolean =>
  status !== null && status >= 200 && status <= 299;

export const durationText = (
  { deliveries: { one: words }, figures }: PageTexts,
  durationMs: number,
): string => {
  if (durationMs < 1000) return words.milliseconds(durationMs);
  return words.seconds(figures.decimal(BigInt(Math.floor(durationMs / 100)), 1));
};
