/**
 * Every bound on what others may send, in one place. Texts are counted in UTF-16 units unless the
 * name says bytes. What an operator may change is not here: see config/variables.ts.
 */

// The wire.
export const MAX_BODY_BYTES = 262_144;
/** Request line and headers together. */
export const MAX_HEADER_BYTES = 16_384;
/** One part of a path: the longest is an invoice with many route hints. */
export const MAX_PATH_PART_LENGTH = 8192;
/** Nothing that an honest client sends is deeper; text that is was sent to overflow a stack. */
export const MAX_JSON_DEPTH = 64;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
/** Idempotency keys, after the end of what they made. The API's description names both times. */
export const KEEP_KEYS_MS = 24 * 3_600_000;
/** An invoice bears a hash that is paid once; a repeated keysend is told by its key alone. */
export const KEEP_KEYSEND_KEYS_MS = 30 * 24 * 3_600_000;
/** For the headers, and for the whole request. The answer may take as long as a payment does. */
export const RECEIVE_HEADERS_MS = 15_000;
export const RECEIVE_REQUEST_MS = 30_000;
/** Longer than the idle time of usual proxies, so that they close first. */
export const KEEP_ALIVE_MS = 72_000;
/** Connections of callers, in all and of one network. */
export const MAX_CONNECTIONS = 8000;
export const MAX_CONNECTIONS_OF_NETWORK = 2000;
/** The kernel takes an answer of this length from us, whether or not its client reads. */
export const MAX_SMALL_ANSWER_LENGTH = 16_384;
/** Longer ones that are complete and not yet taken: of one network, in all, and their bytes. */
export const MAX_OPEN_ANSWERS_OF_NETWORK = 64;
export const MAX_OPEN_ANSWERS = 512;
export const MAX_OPEN_ANSWER_BYTES = 16_777_216;
/** An answer that is younger is never cut off to make room. */
export const FRESH_ANSWER_MS = 5000;
/** How long a client may take nothing of such an answer. */
export const ANSWER_SILENCE_MS = 20_000;
/** The script of the reference page for one address: browsers keep it for an hour. */
export const ADDRESS_DOCUMENTS = { burst: 20, perSec: 1 };
export const HEALTH_PATIENCE_MS = 3000;
/** Calls of one user that may wait for payments, beyond one for each that he may have open. */
export const MAX_REPEATED_PAYMENT_CALLS = 100;
/** What all tokens of a user may do together, in multiples of what one may. */
export const USER_RATE_FACTOR = 2;
/** Callers whose rate is remembered; beyond it the one that was idle longest begins anew. */
export const MAX_RATE_KEYS = 20_000;

// Ending.
/** Signals that follow the first one as closely are copies of it. */
export const STOP_SIGNAL_COPIES_MS = 2000;

// Pages.
/** Forms are small; the largest carries what a passkey signed. */
export const MAX_FORM_BYTES = 32_768;
export const MAX_FORM_FIELDS = 100;
/** Of the one with a whole webhook body, which may grow to three times its length on the way. */
export const MAX_DELIVERY_FORM_BYTES = 196_608;
/** Of an endpoint, that are counted; of more a page says so. */
export const MAX_COUNTED_DELIVERIES = 1000;
/** That a page shows at once. */
export const SHOWN_DELIVERIES = 20;
/** Movements that the overview shows at once. */
export const OVERVIEW_RECORDS = 20;

// Lists.
export const DEFAULT_PAGE_ITEMS = 25;
export const MAX_PAGE_ITEMS = 1000;
export const MAX_PAGE = 1_000_000;
/** Of a list, read from the database and held at once: a megabyte where every record is full. */
export const MAX_RECORDS_AT_ONCE = 50;
/** Lists whose begin is far away, of all users together; each user has one at a time. */
export const MAX_DEEP_LISTS = 4;
/** Such lists of one user that wait for their turn. */
export const MAX_WAITING_LISTS = 1000;
/** Up to here the kernel takes an answer from us, whether or not its client reads. */
export const MAX_SHORT_LIST_LENGTH = 65_536;
/** Parts of long lists, of MAX_RECORDS_AT_ONCE each, that a user is sent: faster ones wait. */
export const LIST_PARTS = { burst: 400, perSec: 50 };
/** Longer ones that a user may be reading at once, and how long he may take for one. */
export const MAX_LONG_LISTS = 8;
export const TAKE_LIST_MS = 120_000;

// Invoices.
/** BOLT 11: what a field of 1023 words of 5 bits can hold. Longer texts go by their hash. */
export const MAX_DESCRIPTION_BYTES = 639;
/** Comment, payer_name, payer_email, payer_pubkey, and the same as a keysend brings them. */
export const MAX_NOTE_LENGTH = 1000;
export const MAX_METADATA_BYTES = 16_384;
export const DEFAULT_INVOICE_EXPIRY_SEC = 86_400;
export const MAX_INVOICE_EXPIRY_SEC = 31_536_000;
/** Users whose open invoices are counted in memory. */
export const MAX_COUNTED_USERS = 20_000;
/** What one QR code holds in bytes; LND sets the same bound. */
export const MAX_BOLT11_LENGTH = 7089;
/**
 * What a QR picture holds: an invoice of ours with the longest description and 20 route hints. The
 * code could hold 4296 letters, which hardly a camera can read.
 */
export const MAX_QR_TEXT_LENGTH = 3200;
/** QR pictures for one address. Browsers of payers ask for one or two each. */
export const ADDRESS_PICTURES = { burst: 30, perSec: 5 };
/** QR pictures that are drawn for all callers together; those that are kept do not count. */
export const QR_DRAWINGS = { burst: 50, perSec: 20 };
/** Of QR pictures that are kept, with their texts. */
export const MAX_KEPT_PICTURE_BYTES = 4_194_304;
/** Route hints whose aliases are looked up: the text is a stranger's. */
export const MAX_ALIAS_HINTS = 20;
/** Aliases that are remembered. */
export const MAX_ALIASES = 10_000;
/** Looks for aliases at the same time, and those that wait: further ones are not made. */
export const MAX_ALIAS_LOOKUPS = 4;
export const MAX_WAITING_ALIASES = 200;
/** Looks for all callers together: at once, and then one more each so often. */
export const ALIAS_LOOKUPS = { burst: 250, everyMs: 50 };

// Keysends.
/** In one call. */
export const MAX_KEYSENDS = 100;
/**
 * Three times what an onion can carry (1300 bytes, BOLT 4). Within this service nothing else limits
 * it, and payee and payer read these bytes again in every list of a thousand records.
 */
export const MAX_RECORDS_BYTES = 4096;
/** Far more than an onion can carry. */
export const MAX_BOOSTAGRAM_BYTES = 65_536;
/** bLIP 10 is flat; what is deeper than this was sent to overflow somebody's stack. */
export const MAX_BOOSTAGRAM_DEPTH = 16;
/** Longer than any identifier of ours, so that a cut one matches nobody. */
export const MAX_ACCOUNT_LENGTH = 64;

// People and apps.
/** A form that comes again so soon was clicked twice. */
export const REPEATED_FORM_MS = 30_000;
export const MIN_PASSWORD_LENGTH = 8;
/** A bound for the hash function's work, far above what people type. */
export const MAX_PASSWORD_LENGTH = 256;
/** RFC 5321, 4.5.3.1.3, less the brackets. */
export const MAX_EMAIL_LENGTH = 254;
export const MAX_NAME_LENGTH = 200;
export const MAX_ADDRESS_LENGTH = 2048;
/** What fits on a consent page. */
export const MAX_CLIENT_NAME_LENGTH = 60;

/** Of one user: personal tokens that live, and apps that are registered. */
export const MAX_PERSONAL_TOKENS = 100;
export const MAX_CLIENTS = 100;

// OAuth.
/** Secrets, codes and verifiers are short; what is longer is not a token request. */
export const MAX_OAUTH_BODY_BYTES = 16_384;
export const MAX_OAUTH_PARAMETERS = 100;
/** One value of a token request, and the credentials in its header. */
export const MAX_OAUTH_VALUE_LENGTH = 4096;
/** What an app asks for, with its state: it comes in an address, and is kept until the answer. */
export const MAX_OAUTH_QUERY_LENGTH = 12_288;
/** Of one app and user, those used last: each is a device or browser with tokens of its own. */
export const MAX_SHOWN_FAMILIES = 100;
/** So long after people came with a method of PKCE, it is counted as one that they need. */
export const CHALLENGE_RECORD_MS = 90 * 86_400_000;
/** Of its parameters: the state, which comes back to the app as it is, and any other. */
export const MAX_OAUTH_STATE_LENGTH = 2048;
export const MAX_OAUTH_PARAMETER_LENGTH = 2048;
/** Uses of app grants that wait to be written. */
export const MAX_NOTED_USES = 10_000;
/** No more sats will ever be (BIP 42). */
export const MAX_BUDGET_SAT = 2_100_000_000_000_000n;

// Sessions of browsers.
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Whole life of a session, however often it is used. */
export const SESSION_MS = 30 * DAY_MS;
/** It ends earlier when nobody uses it for so long. */
export const SESSION_IDLE_MS = 7 * DAY_MS;
/** Of a browser where nobody is signed in. */
export const GUEST_SESSION_MS = 60 * MINUTE_MS;
/** Between password and second factor. */
export const HALF_SESSION_MS = 10 * MINUTE_MS;
/** So long after proving who he is, a user may do what is dangerous. */
export const CONFIRMATION_MS = 15 * MINUTE_MS;
/** Use of a session is noted no more often. */
export const SESSION_NOTE_MS = MINUTE_MS;
export const MAX_DEVICE_LENGTH = 200;
/** A path of ours to come back to after signing in. */
export const MAX_RETURN_LENGTH = 2048;
export const CHALLENGE_MS = 5 * MINUTE_MS;
export const MAX_PASSKEYS = 20;
/** What a browser says of a key: with an attestation that nobody asked for still far below. */
export const MAX_PASSKEY_ANSWER_LENGTH = 16_384;

// One-time links.
export const SET_UP_LINK_MS = DAY_MS;
export const INVITATION_MS = 7 * DAY_MS;
export const SIGN_UP_LINK_MS = DAY_MS;
export const RESET_LINK_MS = 60 * MINUTE_MS;
/** Of a reset that the operator hands over himself. */
export const HANDED_RESET_LINK_MS = DAY_MS;
export const EMAIL_LINK_MS = DAY_MS;

// Pages.
/** Of more an admin searches for the one he means. */
export const MAX_SHOWN_USERS = 200;

// Commands.
/** Background jobs that failed too often; few kinds have many. */
export const MAX_SHOWN_JOBS = 1000;

// Guessing.
/** Wrong passwords of one account by one network, or in one browser that its user knows. */
export const PASSWORD_ATTEMPTS = { burst: 10, everyMs: MINUTE_MS };
/** The same by all networks together, without known browsers. */
export const ACCOUNT_PASSWORD_ATTEMPTS = { burst: 50, everyMs: MINUTE_MS };
/** Wrong codes of one account, which only who has the password can try. */
export const CODE_ATTEMPTS = { burst: 5, everyMs: 10 * MINUTE_MS };
/** Passwords, codes and keys that one address tries, at whatever accounts. */
export const ADDRESS_GUESSES = { burst: 50, perSec: 1 / 3 };
/** Guests of one address for whom something is remembered. */
export const ADDRESS_GUESTS = { burst: 100, perSec: 1 };
/** Authorization requests from one address; each is stored until it is answered or too old. */
export const ADDRESS_AUTHORIZATION_REQUESTS = { burst: 100, perSec: 1 };
/** Sign-ups and forgotten passwords of one address. */
export const ADDRESS_SIGN_UPS = { burst: 10, perSec: 1 / 60 };
/** Mails to one address that anybody can ask for. */
export const MAIL_ATTEMPTS = { burst: 3, everyMs: 20 * MINUTE_MS };
/** A proxy that no one declared is told of once in so long. */
export const PROXY_WARNING_MS = 60 * MINUTE_MS;
/** Passwords that wait for their turn to be hashed; further ones are turned away. */
export const MAX_WAITING_PASSWORDS = 64;

// Sending webhooks.
/** One attempt, from looking up the name to the answer. */
export const WEBHOOK_ATTEMPT_MS = 15_000;
/** Of it until the connection stands, TLS included. */
export const WEBHOOK_CONNECT_MS = 5000;
/** For the answer's body, once its status is known. */
export const WEBHOOK_BODY_MS = 2000;
/** A used connection that breaks so soon is taken for one that the receiver had just closed. */
export const WEBHOOK_STALE_MS = 1000;
/** So much of an answer's body is read. */
export const MAX_WEBHOOK_ANSWER_BYTES = 16_384;
/** Of the headers of an answer, names and values; beyond it the attempt has failed. */
export const MAX_WEBHOOK_HEADER_BYTES = 16_384;
/** So much of an answer's body is kept. */
export const MAX_WEBHOOK_EXCERPT_LENGTH = 1024;

// Webhook endpoints.
/** The log of attempts; the deliveries themselves stay. */
export const KEEP_WEBHOOK_ATTEMPTS_MS = 30 * DAY_MS;
/** Test events after their end, and all of an endpoint after it was deleted. */
export const KEEP_WEBHOOK_REMAINS_MS = 30 * DAY_MS;
/** Of one delivery: who has it sent again that often gets it no more. */
export const MAX_DELIVERY_ATTEMPTS = 1000;
/** Of them the newest, with the delivery. */
export const SHOWN_ATTEMPTS = 100;
/** Of endpoints that have answered at some time, the last so many are known at the start. */
export const MAX_KNOWN_RECEIVERS = 10_000;
/** Of one user, those of his apps included. */
export const MAX_WEBHOOK_ENDPOINTS = 10;
export const MAX_WEBHOOK_DESCRIPTION_LENGTH = 500;
/** Secrets that sign beside the current one. */
export const MAX_OLD_WEBHOOK_SECRETS = 10;
export const DEFAULT_SECRET_OVERLAP_SEC = 86_400;
export const MAX_SECRET_OVERLAP_SEC = 604_800;
/** Of the log, at once. */
export const MAX_DELIVERY_ITEMS = 100;
/** By one call; what is left is for the next one. */
export const MAX_RECOVERED_DELIVERIES = 10_000;
/** What one user may do: at once, then one more each so often. Made, changed and rotated. */
export const WEBHOOK_CHANGES = { burst: 30, everyMs: 10_000 };
export const WEBHOOK_REPLAYS = { burst: 10, everyMs: 1000 };
export const WEBHOOK_RECOVERIES = { burst: 3, everyMs: MINUTE_MS };
export const WEBHOOK_TESTS = { burst: 6, everyMs: 10_000 };
/** Of a body whose signature somebody looks into: longer than any of ours. */
export const MAX_EXPLAINED_BODY_LENGTH = 65_536;
/** Looking for what is wrong with a signature: a few hundred of them are computed each time. */
export const SIGNATURE_CHECKS = { burst: 20, everyMs: 3000 };

// Operating.
/** An invoice that expired so long ago is not paid any more, whatever state the node shows. */
export const INVOICE_GONE_MS = 30 * DAY_MS;
/** A node may show a younger invoice before an older one that is being written. */
export const INVOICE_IN_ORDER_MS = 60 * MINUTE_MS;
/** Of more unclaimed receipts the oldest are listed first. */
export const MAX_LISTED_UNCLAIMED = 1000;
/** What a comparison with the node looks up in one statement. */
export const NODE_PAGE = 500;
/** Of what settled before a start of the node: looked at, whether it kept it. */
export const MAX_LOOKED_AT_RECEIPTS = 100;
/** Among so many of the newest, those from after the start included. */
export const MAX_SKIMMED_RECEIPTS = 1000;
/** Of more differences the rest is listed only. */
export const MAX_DIFFERENCE_ALARMS = 50;
export const MAX_LISTED_DIFFERENCES = 1000;
export const MAX_LISTED_ALARMS = 200;
/** On the page of the node. */
export const SHOWN_ALARMS = 50;
export const SHOWN_CHANNELS = 100;
