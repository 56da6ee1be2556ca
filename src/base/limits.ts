import { DAY_MS, HOUR_MS } from './durations.ts';

/**
 * Limits that several features use; those of one feature stand in its own limits.ts. Texts are
 * counted in UTF-16 units unless the name says bytes. Limits that an operator may change are in
 * config/variables.ts instead.
 */

export const MAX_BODY_BYTES = 262_144;
/**
 * The greatest depth of nested JSON in a request. Honest clients send nothing deeper; deeper JSON
 * is meant to overflow the stack of the program.
 */
export const MAX_JSON_DEPTH = 64;
/**
 * The rate limit of all of a user's tokens together, as a multiple of the rate limit of one token.
 */
export const USER_RATE_FACTOR = 2;

export const DEFAULT_PAGE_ITEMS = 25;
export const MAX_PAGE_ITEMS = 1000;
export const MAX_PAGE = 1_000_000;
/** The most records of a list that are in memory together: a megabyte if every record is full. */
export const MAX_RECORDS_AT_ONCE = 50;
/**
 * The most reads of lists with a large offset, which are slow, that run at once. Each user runs one
 * at a time.
 */
export const MAX_DEEP_LISTS = 4;
/** The most reads of lists with a large offset that one user may have waiting. */
export const MAX_WAITING_LISTS = 1000;

/**
 * The most bytes of an invoice's description: the capacity of a field of 1023 words of 5 bits (BOLT
 * 11). In place of a longer one, the invoice contains its hash.
 */
export const MAX_DESCRIPTION_BYTES = 639;
/**
 * The greatest length of each field `comment`, `payer_name`, `payer_email` and `payer_pubkey` of a
 * payment or keysend.
 */
export const MAX_NOTE_LENGTH = 1000;
/** The shortest expiry of an invoice: no one could pay one that expires sooner. */
export const MIN_INVOICE_EXPIRY_SEC = 10;
export const MAX_INVOICE_EXPIRY_SEC = 31_536_000;
/**
 * The greatest length of an invoice: a QR code holds no more bytes, and LND sets the same bound.
 */
export const MAX_BOLT11_LENGTH = 7089;

/**
 * The length to which a typed account name is cut before it is looked up. It is longer than any
 * identifier, so a name that was cut matches no account.
 */
export const MAX_ACCOUNT_LENGTH = 64;

/**
 * The time within which the same form, sent again, is taken for a double click and not for a second
 * request.
 */
export const REPEATED_FORM_MS = 30_000;
export const MIN_PASSWORD_LENGTH = 8;
/**
 * The greatest length of a password, which limits the work of hashing and is far above what people
 * type.
 */
export const MAX_PASSWORD_LENGTH = 256;
/** The greatest length of an e-mail address: RFC 5321, 4.5.3.1.3, without the angle brackets. */
export const MAX_EMAIL_LENGTH = 254;
export const MAX_NAME_LENGTH = 200;
export const MAX_ADDRESS_LENGTH = 2048;

/**
 * The greatest size of the body of an OAuth token request: secrets, codes and verifiers are short.
 */
export const MAX_OAUTH_BODY_BYTES = 16_384;
/** The highest budget: there will never be more sats (BIP 42). */
export const MAX_BUDGET_SAT = 2_100_000_000_000_000n;

/** The most webhook endpoints of one user, with those that apps created for them. */
export const MAX_WEBHOOK_ENDPOINTS = 10;
/**
 * The greatest size of the headers in a webhook endpoint's answer, names and values together; a
 * longer answer fails the delivery.
 */
export const MAX_WEBHOOK_HEADER_BYTES = 16_384;

/**
 * The time after an invoice has ended from which it can certainly not be paid any more, whatever
 * state the node shows.
 */
export const INVOICE_GONE_MS = 30 * DAY_MS;
export const MAX_LISTED_DIFFERENCES = 1000;

/** The most characters of a comment to a payment (LUD-12). */
export const MAX_COMMENT_LENGTH = 255;
/** The greatest size of a zap request (NIP-57), as JSON text. */
export const MAX_ZAP_REQUEST_BYTES = 6144;

/**
 * The most commas, colons and opening brackets of a JSON body, outside its strings. Parsing that
 * many exactly, digit by digit, takes three milliseconds. The metadata that shops send along with
 * an invoice has not a tenth of them.
 */
export const MAX_JSON_VALUES = 4096;
/**
 * The most commas, colons and opening brackets of the body of a call with up to MAX_KEYSENDS
 * keysends, each of which brings its own custom records.
 */
export const MAX_KEYSENDS_JSON_VALUES = 16_384;
/** The most pairs of a name and a value in a form or a query. */
export const MAX_PAIRS = 100;

/**
 * The greatest length of a text that someone pastes in order to pay it; a BOLT11 invoice within a
 * BIP 21 address fits.
 */
export const MAX_PAY_TEXT_LENGTH = 10_000;
/** The greatest length of a payee's description of what is paid (LUD-06, LUD-20). */
export const MAX_OFFER_TEXT_LENGTH = 1000;

/**
 * The greatest size of a message of a Nostr client: an event of 64 KiB (NIP-47, Metadata) and the
 * JSON of the message around it.
 */
export const MAX_CLIENT_MESSAGE_BYTES = 66_560;
/** The greatest length of a subscription's id (NIP-01). */
export const MAX_SUBSCRIPTION_ID_LENGTH = 64;
/** The most filters of one REQ (NIP-01). */
export const MAX_FILTERS = 10;

/** The most seconds by which the clock of an app of Nostr Wallet Connect may differ from ours. */
export const NWC_CLOCK_SEC = 600;
/** The most relays that a connection of Nostr Wallet Connect may name. */
export const MAX_NWC_RELAYS = 10;

/**
 * The number up to which alarms, jobs and webhook deliveries are counted exactly, as counting more
 * takes long.
 */
export const MAX_COUNTED = 10_000;
/**
 * The greatest length of an operator's note about an alarm, or about why outgoing payments are
 * stopped.
 */
export const MAX_OPERATOR_NOTE = 300;

/**
 * The age from which pages say that the last checkpoint, the signed statement of what the service
 * owes, is too old.
 */
export const STALE_CHECKPOINT_MS = 3 * HOUR_MS;
