/**
 * Every bound on what others may send, in one place. Texts are counted in UTF-16 units unless the
 * name says bytes. Limits that an operator may change are in config/variables.ts instead.
 */

// The wire.
export const MAX_BODY_BYTES = 262_144;
/** Request line and headers together. */
export const MAX_HEADER_BYTES = 16_384;
/** One segment of a path: the longest is an invoice with many route hints. */
export const MAX_PATH_PART_LENGTH = 8192;
/** Honest clients send nothing deeper; deeper JSON is meant to overflow a stack. */
export const MAX_JSON_DEPTH = 64;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
/** For idempotency keys, from the end of what they made. The API description states both. */
export const KEEP_KEYS_MS = 24 * 3_600_000;
/** A repeated invoice payment is also known by its hash, a repeated keysend only by its key. */
export const KEEP_KEYSEND_KEYS_MS = 30 * 24 * 3_600_000;
/** For the headers, and for the whole request. Answering may take as long as a payment does. */
export const RECEIVE_HEADERS_MS = 15_000;
export const RECEIVE_REQUEST_MS = 30_000;
/** Longer than the idle timeout of common proxies, so that they close first. */
export const KEEP_ALIVE_MS = 72_000;
/** Client connections: in total, and per network. */
export const MAX_CONNECTIONS = 8000;
export const MAX_CONNECTIONS_OF_NETWORK = 2000;
/** The kernel accepts an answer of this length from us whether or not its client reads. */
export const MAX_SMALL_ANSWER_LENGTH = 16_384;
/** Longer answers, complete but not yet read: per network, in total, and their bytes. */
export const MAX_OPEN_ANSWERS_OF_NETWORK = 64;
export const MAX_OPEN_ANSWERS = 512;
export const MAX_OPEN_ANSWER_BYTES = 16_777_216;
/** A younger answer is never cut off to make room. */
export const FRESH_ANSWER_MS = 5000;
/** How long a client may read nothing of such an answer. */
export const ANSWER_SILENCE_MS = 20_000;
/** The reference page's script, per IP address: browsers cache it for an hour. */
export const ADDRESS_DOCUMENTS = { burst: 20, perSec: 1 };
export const HEALTH_PATIENCE_MS = 3000;
/** Calls per user that may wait for payments, beyond one for each open payment allowed. */
export const MAX_REPEATED_PAYMENT_CALLS = 100;
/** The rate of all of a user's tokens together, as a multiple of one token's. */
export const USER_RATE_FACTOR = 2;
/** Callers whose rate is remembered. Beyond it, the longest idle one starts from zero. */
export const MAX_RATE_KEYS = 20_000;

// Ending.
/** Signals that follow the first one this closely are copies of it. */
export const STOP_SIGNAL_COPIES_MS = 2000;

// Pages.
/** Forms are small; the largest carries a passkey's signed answer. */
export const MAX_FORM_BYTES = 32_768;
export const MAX_FORM_FIELDS = 100;
/** For the form that holds a whole webhook body, which URL encoding may triple in length. */
export const MAX_DELIVERY_FORM_BYTES = 196_608;
/** Deliveries counted per endpoint; beyond it, a page says that there are more. */
export const MAX_COUNTED_DELIVERIES = 1000;
/** Deliveries shown on one page. */
export const SHOWN_DELIVERIES = 20;

// Lists.
export const DEFAULT_PAGE_ITEMS = 25;
export const MAX_PAGE_ITEMS = 1000;
export const MAX_PAGE = 1_000_000;
/** Records of a list read and held in memory together: a megabyte if every record is full. */
export const MAX_RECORDS_AT_ONCE = 50;
/** Lists with a large offset, over all users; each user runs one at a time. */
export const MAX_DEEP_LISTS = 4;
/** Such lists that one user may have waiting. */
export const MAX_WAITING_LISTS = 1000;
/** The kernel accepts an answer of up to this length whether or not its client reads. */
export const MAX_SHORT_LIST_LENGTH = 65_536;
/** Rate at which a user is sent parts of long lists, MAX_RECORDS_AT_ONCE records each. */
export const LIST_PARTS = { burst: 400, perSec: 50 };
/** Long answers that a user may be reading at the same time, and the time allowed for each. */
export const MAX_LONG_LISTS = 8;
export const TAKE_LIST_MS = 120_000;

// Invoices.
/** BOLT 11: the capacity of a field of 1023 words of 5 bits. Longer texts are sent as a hash. */
export const MAX_DESCRIPTION_BYTES = 639;
/** Comment, payer_name, payer_email, payer_pubkey, and the same fields of a keysend. */
export const MAX_NOTE_LENGTH = 1000;
export const MAX_METADATA_BYTES = 16_384;
/** Lists and files put it into further levels, and some JSON readers stop at 64. */
export const MAX_METADATA_DEPTH = 32;
export const DEFAULT_INVOICE_EXPIRY_SEC = 86_400;
/** No one can pay any sooner. */
export const MIN_INVOICE_EXPIRY_SEC = 10;
export const MAX_INVOICE_EXPIRY_SEC = 31_536_000;
/** Users whose open invoices are counted in memory. */
export const MAX_COUNTED_USERS = 20_000;
/** Bytes that one QR code holds; LND sets the same bound. */
export const MAX_BOLT11_LENGTH = 7089;
/**
 * Text that a QR picture may hold: our invoice with the longest description and 20 route hints. The
 * code could hold 4296 letters, but hardly any camera can read that.
 */
export const MAX_QR_TEXT_LENGTH = 3200;
/** QR pictures per IP address, and half of all for a larger network. */
export const ADDRESS_PICTURES = { burst: 30, perSec: 5, mostPerSec: 10 };
/** QR pictures drawn for all callers together; cached ones do not count. */
export const QR_DRAWINGS = { burst: 50, perSec: 20 };
/** Bytes of cached QR pictures, texts included. */
export const MAX_KEPT_PICTURE_BYTES = 4_194_304;
/** Route hints whose aliases are looked up: the invoice comes from a stranger. */
export const MAX_ALIAS_HINTS = 20;
/** Cached aliases. */
export const MAX_ALIASES = 10_000;
/** Alias lookups at the same time, and those that wait; further ones are not made. */
export const MAX_ALIAS_LOOKUPS = 4;
export const MAX_WAITING_ALIASES = 200;
/** Alias lookups for all callers together: a burst, then one more per interval. */
export const ALIAS_LOOKUPS = { burst: 250, everyMs: 50 };

// Keysends.
/** Keysends in one call. */
export const MAX_KEYSENDS = 100;
/**
 * Three times what an onion can carry (1300 bytes, BOLT 4). Nothing else limits internal payments,
 * and payer and payee read these bytes in every list of a thousand records.
 */
export const MAX_RECORDS_BYTES = 4096;
/** Records of a user's keysends, in KiB: payments to oneself cost nothing, and stay. */
export const KEYSEND_RECORDS_KIB = { burst: 16_384, perSec: 1 };
/** Far more than an onion can carry. */
export const MAX_BOOSTAGRAM_BYTES = 65_536;
/** bLIP 10 is flat; anything deeper is meant to overflow a stack. */
export const MAX_BOOSTAGRAM_DEPTH = 16;
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
/** What fits on a consent page. */
export const MAX_CLIENT_NAME_LENGTH = 60;

/** Per user: personal tokens in force, and registered apps. */
export const MAX_PERSONAL_TOKENS = 100;
export const MAX_CLIENTS = 100;
/** Per user: connections without OAuth that are not revoked. Per connection: its devices. */
export const MAX_APP_CONNECTIONS = 100;
export const MAX_DEVICES = 20;

// OAuth.
/** Secrets, codes and verifiers are short; a longer body is not a token request. */
export const MAX_OAUTH_BODY_BYTES = 16_384;
export const MAX_OAUTH_PARAMETERS = 100;
/** One value of a token request, or the credentials in its header. */
export const MAX_OAUTH_VALUE_LENGTH = 4096;
/** An authorization request with its state: it comes in an address and is stored until answered. */
export const MAX_OAUTH_QUERY_LENGTH = 12_288;
/** Per app and user, most recently used first. Each is a device or browser with its own tokens. */
export const MAX_SHOWN_FAMILIES = 100;
/** A PKCE method counts as needed for this long after someone last came with it. */
export const CHALLENGE_RECORD_MS = 90 * 86_400_000;
/** Parameters of such a request: the state, which is returned to the app as is, and any other. */
export const MAX_OAUTH_STATE_LENGTH = 2048;
export const MAX_OAUTH_PARAMETER_LENGTH = 2048;
/** Uses of app grants waiting to be written. */
export const MAX_NOTED_USES = 10_000;
/** Sending more than this on a page asks again who sends, unless they chose another amount. */
export const CONFIRM_ABOVE_SAT = 100_000n;
/** There will never be more sats (BIP 42). */
export const MAX_BUDGET_SAT = 2_100_000_000_000_000n;

// Sessions of browsers.
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Maximum lifetime of a session, however often it is used. */
export const SESSION_MS = 30 * DAY_MS;
/** It ends earlier when it is unused for this long. */
export const SESSION_IDLE_MS = 7 * DAY_MS;
/** A session in which no one is signed in. */
export const GUEST_SESSION_MS = 60 * MINUTE_MS;
/** Between password and second factor. */
export const HALF_SESSION_MS = 10 * MINUTE_MS;
/** How long after confirming their identity a user may do what is dangerous. */
export const CONFIRMATION_MS = 15 * MINUTE_MS;
/** The use of a session is recorded no more often than this. */
export const SESSION_NOTE_MS = MINUTE_MS;
export const MAX_DEVICE_LENGTH = 200;
/** A path of ours to return to after signing in. */
export const MAX_RETURN_LENGTH = 4096;
export const CHALLENGE_MS = 5 * MINUTE_MS;
export const MAX_PASSKEYS = 20;
/** A browser's answer about a key; even an unrequested attestation is far shorter. */
export const MAX_PASSKEY_ANSWER_LENGTH = 16_384;

// One-time links.
export const SET_UP_LINK_MS = DAY_MS;
export const INVITATION_MS = 7 * DAY_MS;
/** Admins see what became of an invitation for this long after it would have expired. */
export const KEEP_INVITATIONS_MS = 90 * DAY_MS;
export const SIGN_UP_LINK_MS = DAY_MS;
export const RESET_LINK_MS = 60 * MINUTE_MS;
/** For a reset link that the operator hands over in person. */
export const HANDED_RESET_LINK_MS = DAY_MS;
export const EMAIL_LINK_MS = DAY_MS;

/** Background jobs that failed too often; hardly any service has many. */
export const MAX_SHOWN_JOBS = 1000;

// Guessing.
/** Wrong passwords for one account from one network, or from one known browser. */
export const PASSWORD_ATTEMPTS = { burst: 10, everyMs: MINUTE_MS };
/** Wrong passwords for one account from all networks together, not counting known browsers. */
export const ACCOUNT_PASSWORD_ATTEMPTS = { burst: 50, everyMs: MINUTE_MS };
/** Wrong codes for one account, which only those who know the password can try. */
export const CODE_ATTEMPTS = { burst: 5, everyMs: 10 * MINUTE_MS };
/** Passwords, codes and keys that one IP address tries, over all accounts. */
export const ADDRESS_GUESSES = { burst: 50, perSec: 1 / 3 };
/** Guests per IP address for whom something is stored. */
export const ADDRESS_GUESTS = { burst: 100, perSec: 1 };
/** Authorization requests per IP address; each is stored until it is answered or expires. */
export const ADDRESS_AUTHORIZATION_REQUESTS = { burst: 100, perSec: 1 };
/** Sign-ups and forgotten passwords per IP address. */
export const ADDRESS_SIGN_UPS = { burst: 10, perSec: 1 / 60 };
/** Mails to one address that anyone can request. */
export const MAIL_ATTEMPTS = { burst: 3, everyMs: 20 * MINUTE_MS };
/** An undeclared proxy is reported no more often than this. */
export const PROXY_WARNING_MS = 60 * MINUTE_MS;
/** Passwords waiting to be hashed; further ones are turned away. */
export const MAX_WAITING_PASSWORDS = 64;

// Sending webhooks.
/** One attempt, from the name lookup to the answer. */
export const WEBHOOK_ATTEMPT_MS = 15_000;
/** The part of it until the connection is open, TLS included. */
export const WEBHOOK_CONNECT_MS = 5000;
/** For the answer's body, once its status is known. */
export const WEBHOOK_BODY_MS = 2000;
/** If a reused connection breaks this soon, the receiver is taken to have just closed it. */
export const WEBHOOK_STALE_MS = 1000;
/** How much of an answer's body is read. */
export const MAX_WEBHOOK_ANSWER_BYTES = 16_384;
/** Headers of an answer, names and values; a longer answer fails the attempt. */
export const MAX_WEBHOOK_HEADER_BYTES = 16_384;
/** How much of an answer's body is kept. */
export const MAX_WEBHOOK_EXCERPT_LENGTH = 1024;

// Webhook endpoints.
/** How long the log of attempts is kept; the deliveries themselves stay. */
export const KEEP_WEBHOOK_ATTEMPTS_MS = 30 * DAY_MS;
/** For test events after they ended, and for everything of a deleted endpoint. */
export const KEEP_WEBHOOK_REMAINS_MS = 30 * DAY_MS;
/** Attempts per delivery, replays included; after that it is sent no more. */
export const MAX_DELIVERY_ATTEMPTS = 1000;
/** Newest attempts shown with a delivery. */
export const SHOWN_ATTEMPTS = 100;
/** Endpoints that have ever answered: the most recent ones are loaded at the start. */
export const MAX_KNOWN_RECEIVERS = 10_000;
/** Per user, including those created by apps. */
export const MAX_WEBHOOK_ENDPOINTS = 10;
export const MAX_WEBHOOK_DESCRIPTION_LENGTH = 500;
/** Old secrets that still sign beside the current one. */
export const MAX_OLD_WEBHOOK_SECRETS = 10;
export const DEFAULT_SECRET_OVERLAP_SEC = 86_400;
export const MAX_SECRET_OVERLAP_SEC = 604_800;
/** Deliveries on one page of the log. */
export const MAX_DELIVERY_ITEMS = 100;
/** Deliveries per call; the next call takes the rest. */
export const MAX_RECOVERED_DELIVERIES = 10_000;
/** Calls per user: a burst, then one more per interval. This one: create, change, rotate. */
export const WEBHOOK_CHANGES = { burst: 30, everyMs: 10_000 };
export const WEBHOOK_REPLAYS = { burst: 10, everyMs: 1000 };
export const WEBHOOK_RECOVERIES = { burst: 3, everyMs: MINUTE_MS };
export const WEBHOOK_TESTS = { burst: 6, everyMs: 10_000 };

// Operating.
/** An invoice that expired this long ago is no longer paid, whatever state the node shows. */
export const INVOICE_GONE_MS = 30 * DAY_MS;
/** A node may show a younger invoice before an older one that it is still writing. */
export const INVOICE_IN_ORDER_MS = 60 * MINUTE_MS;
/** Unclaimed receipts in a list, oldest first. */
export const MAX_LISTED_UNCLAIMED = 1000;
/** Records of the node that a comparison looks up in one statement. */
export const NODE_PAGE = 500;
/** Receipts from before a start of the node that are checked: did the node keep the money? */
export const MAX_LOOKED_AT_RECEIPTS = 100;
/** They are looked for among this many of the newest receipts, later ones included. */
export const MAX_SKIMMED_RECEIPTS = 1000;
/** Further differences are only listed. */
export const MAX_DIFFERENCE_ALARMS = 50;
export const MAX_LISTED_DIFFERENCES = 1000;
export const MAX_LISTED_ALARMS = 200;
/** Alarms on the page of the node. */
export const SHOWN_ALARMS = 50;
export const SHOWN_CHANNELS = 100;
