/** Limits of LNURL. Limits that several features use are in base/. */

/** The most words of a pasted text that are examined. Any of them may be what is to be paid. */
export const MAX_PAY_WORDS = 1000;
/**
 * The time limit of a request to a payee's server, from looking up its name to the end of the
 * answer, with all redirects.
 */
export const LNURL_CALL_MS = 15_000;
export const LNURL_CONNECT_MS = 10_000;
/**
 * The greatest size of a payee's answer: pictures in the metadata have up to 136,536 characters
 * (LUD-06).
 */
export const MAX_LNURL_ANSWER_BYTES = 262_144;
export const MAX_LNURL_HEADER_BYTES = 16_384;
export const MAX_LNURL_REDIRECTS = 3;
/** The greatest length of the reason that a payee gives for a refusal. */
export const MAX_LNURL_REASON_LENGTH = 200;
/** The greatest length of a message that is shown after the payment (LUD-09). */
export const MAX_SUCCESS_TEXT_LENGTH = 144;
/** The greatest length of an encrypted message, in base64 (LUD-10). */
export const MAX_CIPHERTEXT_LENGTH = 4096;
/** The greatest length of the secret in a link to withdraw (LUD-03). */
export const MAX_WITHDRAW_SECRET_LENGTH = 1000;
