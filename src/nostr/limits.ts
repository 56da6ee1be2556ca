/** Limits of Nostr. Limits that several features use are in base/. */

/** The most relays to which one zap receipt is sent. */
export const MAX_ZAP_RELAYS = 10;
export const MAX_RELAY_URL_LENGTH = 255;
/** The time limit for opening a connection to a relay that a stranger has named. */
export const RELAY_OPEN_MS = 5000;
/** The time limit for a relay's answer after the zap receipt was sent. */
export const RELAY_ANSWER_MS = 5000;
/**
 * The greatest size of one message that a relay sends us, and of all that it sends over one
 * connection.
 */
export const MAX_RELAY_ANSWER_BYTES = 65_536;
/** The most messages that a relay may send before the answer to our event. */
export const MAX_RELAY_MESSAGES = 32;

/**
 * The most commas, colons and opening brackets in a client's message, outside of strings. They are
 * counted before parsing, to limit how many values JSON can hold.
 */
export const MAX_CLIENT_MESSAGE_VALUES = 2048;
/**
 * The greatest size of a client's REQ message, enough for all values that it may have.
 * MAX_CLOSE_BYTES is the greatest size of a CLOSE message.
 */
export const MAX_REQ_BYTES = 32_768;
export const MAX_CLOSE_BYTES = 1024;
/** The most values in one list of a filter. */
export const MAX_FILTER_VALUES = 100;
/**
 * The most values in all lists of one REQ together. An app needs few: the wallet's key, its own key
 * and a request or two.
 */
export const MAX_REQ_VALUES = 200;
/** The greatest length of the explanation that a relay gives to a client. */
export const MAX_RELAY_WORDS_LENGTH = 200;
/**
 * The greatest length of an encrypted text: a longer one has a prefix of six bytes, which older
 * clients cannot read (NIP-44).
 */
export const MAX_NIP44_BYTES = 65_535;

/**
 * The greatest size of a message from an external relay. Relays forward what strangers write, so
 * messages may be longer than any valid request.
 */
export const MAX_EXTERNAL_FRAME_BYTES = 1_048_576;
/** The most bytes that an external relay may leave unread. Beyond that, its connection is cut. */
export const MAX_EXTERNAL_UNREAD_BYTES = 16_777_216;
