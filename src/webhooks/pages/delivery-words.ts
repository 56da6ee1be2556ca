import type { Html } from '../../i18n/html.ts';
import { type State, stateWord } from '../../web/pages/components.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { Attempt, Delivery, DeliveryState } from '../delivery.ts';
import { publicFailure } from '../routes/webhook-words.ts';

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

/** The answer of the receiver in words, or else what went wrong so that there is none. */
function outcomeText(
  { outcome: words }: Words,
  status: number | null,
  errorClass: string | null,
): string {
  if (status === null) return errorClass === null ? '' : words.failures[publicFailure(errorClass)];
  const meaning = statusMeaning(words, status);
  const answer = { status: String(status) };
  return meaning === null ? words.answer(answer) : words.answerWithMeaning({ ...answer, meaning });
}

/** HTTP status codes of receivers' answers that are explained to users in words. */
const STATUSES = [400, 401, 403, 404, 405, 410, 413, 429, 500, 502, 503, 504] as const;

function statusMeaning(words: Words['outcome'], status: number): string | null {
  if (status >= 200 && status <= 299) return null;
  if (status >= 300 && status <= 399) return words.redirect;
  const explained = STATUSES.find((one) => one === status);
  return explained === undefined ? null : words.statuses[explained];
}

/** The outcome of the last attempt; empty before the first one has ended. */
export const lastOutcome = (words: Words, { lastStatus, lastError }: Delivery): string =>
  outcomeText(words, lastStatus, lastError);

export const outcomeOf = (words: Words, { status, errorClass }: Attempt): string =>
  outcomeText(words, status, errorClass);

export const isGood = ({ status }: Attempt): boolean =>
  status !== null && status >= 200 && status <= 299;

export const attemptDurationText = (
  { deliveries: { one: words }, format }: PageTexts,
  durationMs: number,
): string => {
  if (durationMs < 1000) return words.milliseconds({ count: String(durationMs) });
  return words.seconds({ count: format.decimal(BigInt(Math.floor(durationMs / 100)), 1) });
};
