import { cleanText } from '../base/text.ts';
import { MAX_RELAY_WORDS_LENGTH } from './limits.ts';

/** What a relay says to a client (NIP-01, From relay to client), as the text of a frame. */

/** A word for programs, and words for people. */
export interface RelayReason {
  /** The words of NIP-01, and `unsupported` of its examples. */
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

/** An event that was taken; `duplicate` if it was before. */
export const okMessage = (eventId: string, reason: RelayReason | null = null): string =>
  JSON.stringify(['OK', eventId, true, reason === null ? '' : words(reason)]);

/** An event that was not taken. */
export const refusedMessage = (eventId: string, reason: RelayReason): string =>
  JSON.stringify(['OK', eventId, false, words(reason)]);

/** @param eventText The event as JSON text: see `writeEvent`. */
export const eventMessage = (subscription: string, eventText: string): string =>
  `["EVENT",${JSON.stringify(subscription)},${eventText}]`;

/** All stored events were sent: what follows is new. */
export const eoseMessage = (subscription: string): string => JSON.stringify(['EOSE', subscription]);

/** A subscription that was refused, or that the relay has ended. */
export const closedMessage = (subscription: string, reason: RelayReason): string =>
  JSON.stringify(['CLOSED', subscription, words(reason)]);

/** For people only. */
export const noticeMessage = (text: string): string => JSON.stringify(['NOTICE', clean(text)]);

const words = ({ word, text }: RelayReason): string => `${word}: ${clean(text)}`;

const clean = (text: string): string => cleanText(text, MAX_RELAY_WORDS_LENGTH);
