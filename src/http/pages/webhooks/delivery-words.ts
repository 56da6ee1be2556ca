import type { Attempt, Delivery, DeliveryState } from '../../../webhook/delivery.ts';
import { describeFailure } from '../../wire/webhook-words.ts';
import { groupDigits } from '../kit/figures.ts';
import type { State } from '../kit/pieces.ts';

export const STATE_WORDS: Readonly<Record<DeliveryState, StateWords>> = {
  pending: { state: 'waiting', word: 'On the way', meaning: 'It has not been delivered yet.' },
  succeeded: { state: 'good', word: 'Delivered', meaning: 'The receiver answered that it has it.' },
  exhausted: {
    state: 'bad',
    word: 'Given up',
    meaning: 'No further attempt is made by itself. You can send it again.',
  },
  skipped: {
    state: 'ended',
    word: 'Not sent',
    meaning: 'The endpoint was off. You can send it once the endpoint is on.',
  },
  cancelled: { state: 'ended', word: 'Cancelled', meaning: 'The endpoint was deleted.' },
};

interface StateWords {
  readonly state: State;
  readonly word: string;
  readonly meaning: string;
}

/** The answer, or what went wrong in its place. */
function outcomeText(status: number | null, errorClass: string | null): string {
  if (status !== null) return `Answer ${status}${statusMeaning(status)}`;
  const failure = describeFailure(errorClass) ?? '';
  return failure.charAt(0).toUpperCase() + failure.slice(1);
}

function statusMeaning(status: number): string {
  if (status >= 200 && status <= 299) return '';
  const words = STATUS_WORDS.get(status);
  if (words !== undefined) return `: ${words}`;
  return status >= 300 && status <= 399 ? ': redirects are not followed' : '';
}

const STATUS_WORDS: ReadonlyMap<number, string> = new Map([
  [400, 'the receiver could not use it'],
  [401, 'the receiver did not trust it'],
  [403, 'the receiver did not allow it'],
  [404, 'nothing is at this address'],
  [405, 'the receiver takes no POST there'],
  [410, 'there is nothing any more'],
  [413, 'it is too large for the receiver'],
  [429, 'it was too often for the receiver'],
  [500, 'the receiver broke'],
  [502, 'a proxy before the receiver got no answer'],
  [503, 'the receiver was not ready'],
  [504, 'a proxy before the receiver waited too long'],
]);

/** Empty before the first one has ended. */
export const lastOutcome = ({ lastStatus, lastError }: Delivery): string =>
  lastStatus === null && lastError === null ? '' : outcomeText(lastStatus, lastError);

export const outcomeOf = ({ status, errorClass }: Attempt): string =>
  outcomeText(status, errorClass);

export const isGood = ({ status }: Attempt): boolean =>
  status !== null && status >= 200 && status <= 299;

export const durationText = (durationMs: number): string =>
  durationMs < 1000
    ? `${durationMs} ms`
    : `${groupDigits(Math.floor(durationMs / 1000))}.${Math.floor((durationMs % 1000) / 100)} s`;
