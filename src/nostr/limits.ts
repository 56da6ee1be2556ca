/** Limits of Nostr. Limits that several features use are in base/. */

/** The most relays that one receipt of a zap is sent to. */
export const MAX_ZAP_RELAYS = 10;
export const MAX_RELAY_URL_LENGTH = 255;
/** The time for a relay to open a connection. */
export const RELAY_OPEN_MS = 5000;
/** The time for a relay to answer, after the receipt was sent. */
export const RELAY_ANSWER_MS = 5000;
/** The greatest size of one message of a relay, and of all its messages together. */
export const MAX_RELAY_ANSWER_BYTES = 65_536;
/** The most messages that a relay may send before its answer. */
export const MAX_RELAY_MESSAGES = 32;

/** The most commas, colons and opening brackets of a client's message, outside of strings. */
export const MAX_CLIENT_MESSAGE_VALUES = 2048;
/** The greatest size of a REQ with all values that it may have, or of a CLOSE. */
export const MAX_REQ_BYTES = 32_768;
export const MAX_CLOSE_BYTES = 1024;
/** The most values in one list of a filter. */
export const MAX_FILTER_VALUES = 100;
/**
 * The most values in all lists of one REQ together: apps name a wallet, a key and a request or two.
 */
export const MAX_REQ_VALUES = 200;
/** The greatest length of what a relay says to a client in words. */
export const MAX_RELAY_WORDS_LENGTH = 200;
/**
 * The greatest length of an encrypted text: a longer one has a prefix of six bytes, which older
 * clients cannot read (NIP-44).
 */
export const MAX_NIP44_BYTES = 65_535;

/**
 * The greatest size of a message from an external relay. Relays pass on what strangers write, so it
 * may be longer than a request.
 */
export const MAX_EXTERNAL_FRAME_BYTES = 1_048_576;
/** The most bytes that an external relay may leave unread before it is cut off. */
export const MAX_EXTERNAL_UNREAD_BYTES = 16_777_216;
