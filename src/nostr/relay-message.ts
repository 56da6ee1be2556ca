import { cleanText } from '../base/text.ts';
import { MAX_RELAY_WORDS_LENGTH } from './limits.ts';

/** Messages of a relay to a client (NIP-01, From relay to client), as texts of frames. */

/** A reason of a relay: a word for programs, and words for people. */
export interface RelayReason {
  /** One of the words of NIP-01, or `unsupported` of its examples. */
  readonly word: ReasonWord;
  readonly text: string;
}

export type ReasonWord =
  | 'blocked'
  | 'duplicate'
  | 'error'
  | 'invalid'
  | 'rate-limited'
  | 'restricted'
  | 'unsupported';

/** The message about an event that was taken; `duplicate` if it was before. */
export const okMessage = (eventId: string, reason: RelayReason | null = null): string =>
  JSON.stringify(['OK', eventId, true, reason === null ? '' : words(reason)]);

/** The message about an event that was not taken. */
export const refusedMessage = (eventId: string, reason: RelayReason): string =>
  JSON.stringify(['OK', eventId, false, words(reason)]);

/** @param eventText The event as JSON text: see `writeEvent`. */
export const eventMessage = (subscription: string, eventText: string): string =>
  `["EVENT",${JSON.stringify(subscription)},${eventText}]`;

/** The message that all stored events were sent: later ones are new. */
export const eoseMessage = (subscription: string): string => JSON.stringify(['EOSE', subscription]);

/** The message about a subscription that was refused, or that the relay has ended. */
export const closedMessage = (subscription: string, reason: RelayReason): string =>
  JSON.stringify(['CLOSED', subscription, words(reason)]);

/** A message for people only. */
export const noticeMessage = (text: string): string => JSON.stringify(['NOTICE', clean(text)]);

const words = ({ word, text }: RelayReason): string => `${word}: ${clean(text)}`;

const clean = (text: string): string => cleanText(text, MAX_RELAY_WORDS_LENGTH);
