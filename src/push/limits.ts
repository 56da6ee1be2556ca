import { HOUR_MS, MINUTE_MS } from '../base/durations.ts';

/** Limits of push messages. Limits that several features use are in base/. */

/** The most browsers of a user that get push messages. */
export const MAX_PUSH_DEVICES = 20;
/** The longest address that a browser may name as the place to which its messages are sent. */
export const MAX_ENDPOINT_LENGTH = 2000;
/**
 * The number of bytes to which the text of each message is padded. Firefox on Android gets at most
 * 2,744 bytes of an encrypted message.
 */
export const PADDED_TEXT_BYTES = 1024;
/** The most test messages of a user that are being sent at the same time. */
export const MAX_PUSH_TESTS = 1;
/** The time limit for one message to a push service. */
export const PUSH_CALL_MS = 10_000;
export const PUSH_CONNECT_MS = 5000;
export const MAX_PUSH_HEADER_BYTES = 16_384;
/**
 * The most that is read of a push service's answer, which only says why it refuses. A longer answer
 * counts as none, so there is room for the error pages of large services.
 */
export const MAX_PUSH_ANSWER_BYTES = 65_536;
/** The number of refusals after which a message is given up. */
export const MAX_REFUSALS = 3;
/** The pauses before a message is sent again that a push service did not take. */
export const PUSH_PAUSES = { firstMs: MINUTE_MS, maxMs: HOUR_MS } as const;
/** The longest pause that a push service may ask for. */
export const MAX_ASKED_PAUSE_MS = 6 * HOUR_MS;
