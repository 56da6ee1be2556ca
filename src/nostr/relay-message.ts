import { cleanText } from '../base/text.ts';
import { MAX_RELAY_WORDS_LENGTH } from './limits.ts';

/** Writes the messages of a relay to a client (NIP-01, From relay to client), as JSON texts. */

/** A reason that a relay gives: a machine-readable word, and an explanation for people. */
export interface RelayReason {
  /** One of the machine-readable words of NIP-01; `unsupported` occurs in its examples. */
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

/** The message that an event was accepted; `duplicate` if the relay had it already. */
export const okMessage = (eventId: string, reason: RelayReason | null = null): string =>
  JSON.stringify(['OK', eventId, true, reason === null ? '' : words(reason)]);

/** The message that an event was not accepted. */
export const refusedMessage = (eventId: string, reason: RelayReason): string =>
  JSON.stringify(['OK', eventId, false, words(reason)]);

/**
 * Writes the message that carries an event to a subscription.
 *
 * @param eventText The event as JSON text: see `writeEvent`.
 */
export const eventMessage = (subscription: string, eventText: string): string =>
  `["EVENT",${JSON.stringify(subscription)},${eventText}]`;

/** The message that all stored events have been sent, so that further ones are new. */
export const eoseMessage = (subscription: string): string => JSON.stringify(['EOSE', subscription]);

/** The message that a subscription was refused, or has been ended by the relay. */
export const closedMessage = (subscription: string, reason: RelayReason): string =>
  JSON.stringify(['CLOSED', subscription, words(reason)]);

/** Writes a NOTICE, which is only meant to be shown to people. */
export const noticeMessage = (text: string): string => JSON.stringify(['NOTICE', clean(text)]);

const words = ({ word, text }: RelayReason): string => `${word}: ${clean(text)}`;

const clean = (text: string): string => cleanText(text, MAX_RELAY_WORDS_LENGTH);
