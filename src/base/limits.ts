/**
 * Limits that several features use; those of one feature stand in its own limits.ts. Texts are
 * counted in UTF-16 units unless the name says bytes. Limits that an operator may change are in
 * config/variables.ts instead.
 */

// The wire.
export const MAX_BODY_BYTES = 262_144;
/** Honest clients send nothing deeper; deeper JSON is meant to overflow a stack. */
export const MAX_JSON_DEPTH = 64;
/** The rate of all of a user's tokens together, as a multiple of one token's. */
export const USER_RATE_FACTOR = 2;

// Lists.
export const DEFAULT_PAGE_ITEMS = 25;
/** Records of a list read and held in memory together: a megabyte if every record is full. */
export const MAX_RECORDS_AT_ONCE = 50;
/** Lists with a large offset, over all users; each user runs one at a time. */
export const MAX_DEEP_LISTS = 4;
/** Such lists that one user may have waiting. */
export const MAX_WAITING_LISTS = 1000;

// Invoices.
/** BOLT 11: the capacity of a field of 1023 words of 5 bits. Longer texts are sent as a hash. */
export const MAX_DESCRIPTION_BYTES = 639;
/** Comment, payer_name, payer_email, payer_pubkey, and the same fields of a keysend. */
export const MAX_NOTE_LENGTH = 1000;
/** No one can pay any sooner. */
export const MIN_INVOICE_EXPIRY_SEC = 10;
export const MAX_INVOICE_EXPIRY_SEC = 31_536_000;
/** Bytes that one QR code holds; LND sets the same bound. */
export const MAX_BOLT11_LENGTH = 7089;

// Keysends.
/** Longer than any identifier of ours, so that a truncated one matches no one. */
export const MAX_ACCOUNT_LENGTH = 64;

// People and apps.
/** A form that comes again this soon was clicked twice. */
export const REPEATED_FORM_MS = 30_000;
export const MIN_PASSWORD_LENGTH = 8;
/** Limits the work of hashing; far above what people type. */
export const MAX_PASSWORD_LENGTH = 256;
/** RFC 5321, 4.5.3.1.3, without the angle brackets. */
export const MAX_EMAIL_LENGTH = 254;
export const MAX_NAME_LENGTH = 200;
export const MAX_ADDRESS_LENGTH = 2048;

// OAuth.
/** Secrets, codes and verifiers are short; a longer body is not a token request. */
export const MAX_OAUTH_BODY_BYTES = 16_384;
/** There will never be more sats (BIP 42). */
export const MAX_BUDGET_SAT = 2_100_000_000_000_000n;

const DAY_MS = 86_400_000;

// Sending webhooks.
/** Headers of an answer, names and values; a longer answer fails the attempt. */
export const MAX_WEBHOOK_HEADER_BYTES = 16_384;

// Operating.
/** An invoice that expired this long ago is no longer paid, whatever state the node shows. */
export const INVOICE_GONE_MS = 30 * DAY_MS;
export const MAX_LISTED_DIFFERENCES = 1000;
/** Alarms on the page of the node. */
export const SHOWN_ALARMS = 50;
