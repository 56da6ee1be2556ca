/** Limits of the relay and of Nostr Wallet Connect; see limits.ts for all others. */

/** One message of a client: an event of 64 KiB (NIP-47, Metadata) and what stands around it. */
export const MAX_CLIENT_MESSAGE_BYTES = 66_560;
/** Of a subscription's id (NIP-01). */
export const MAX_SUBSCRIPTION_ID_LENGTH = 64;
/** Of one REQ. */
export const MAX_FILTERS = 10;
/** Of one list of a filter. */
export const MAX_FILTER_VALUES = 100;
/** Of what a relay says to a client in words. */
export const MAX_RELAY_WORDS_LENGTH = 200;
/** A longer text has a prefix of six bytes, which older clients cannot read (NIP-44). */
export const MAX_NIP44_BYTES = 65_535;

/** How far the clock of an app may differ from ours. */
export const NWC_CLOCK_SEC = 600;
/** The longest method has 19 letters. */
export const MAX_NWC_METHOD_LENGTH = 64;
/** Of an error, in characters. */
export const MAX_NWC_ERROR_LENGTH = 1000;
/** JSON of a transaction, in characters; what is longer must be dropped (NIP-47, Metadata). */
export const MAX_NWC_METADATA_LENGTH = 4096;
/** Transactions of one answer, as asked for. */
export const DEFAULT_NWC_LIST = 10;
export const MAX_NWC_LIST = 50;
/** Their JSON: encrypted and in base64 it fits an event of 64 KiB. */
export const MAX_NWC_LIST_BYTES = 40_000;
/** Of one keysend. */
export const MAX_NWC_TLV_RECORDS = 100;
/** Of a connection. */
export const MAX_NWC_RELAYS = 10;

/** Of an app that asks to be connected: it stands in a heading. */
export const MAX_PAIRING_NAME_LENGTH = 64;
/** What an app gets back as it gave it. */
export const MAX_PAIRING_STATE_LENGTH = 256;
/** Of what an app asked wrongly, as it is shown. */
export const MAX_PAIRING_SHOWN_LENGTH = 100;

/** How long a payment may wait until it is begun: apps give up, and their users pay otherwise. */
export const NWC_BEGIN_MS = 30_000;
/** A payment on its way is shown to expire no sooner than this, counted from the look at it. */
export const NWC_OPEN_PAYMENT_SEC = 3600;
/** How long a run waits for the end of its payment; then its row waits, for as long as it takes. */
export const NWC_WAIT_SEC = 10;
/**
 * What a dead process was running is run again after this: longer than a run, and early enough for
 * a payment to begin in time.
 */
export const NWC_LEASE_MS = 15_000;
/** A run that failed by a fault of ours is repeated after this. */
export const NWC_RETRY_MS = 1000;
/** Each process looks so often for requests that no one runs. */
export const NWC_LOOK_MS = 1000;
/** Requests that one look takes. */
export const MAX_NWC_TAKEN = 64;
/** Requests of one key that a process runs at the same time; more are refused as too many. */
export const MAX_NWC_RUNNING_OF_KEY = 64;
/** Requests and their answers are forgotten after this: far longer than clocks may differ. */
export const KEEP_NWC_REQUESTS_MS = 48 * 3_600_000;
/** The node is asked for the height of its chain so often at most, while apps ask for it. */
export const NWC_HEIGHT_FRESH_MS = 60_000;
/** An older one is not told any more. */
export const NWC_HEIGHT_KEPT_MS = 600_000;
/** The first one that asks waits so long. */
export const NWC_HEIGHT_WAIT_MS = 1000;
/** The first transaction of a list with unpaid ones: an app goes further back by times. */
export const MAX_NWC_UNPAID_OFFSET = 10_000;
/** Keys that a process keeps opened. */
export const MAX_OPEN_NWC_KEYS = 10_000;

/** Of one socket. */
export const MAX_SUBSCRIPTIONS = 20;
/** Messages of one socket that are worked on at the same time; further ones are not read yet. */
export const MAX_MESSAGES_AT_ONCE = 32;
/** Sockets of one process, and of one network. */
export const MAX_RELAY_SOCKETS = 5000;
export const MAX_RELAY_SOCKETS_OF_NETWORK = 100;
/** A socket that does not answer a ping until the next one is cut. */
export const RELAY_PING_MS = 30_000;
/** What a socket has not read yet; one that reads more slowly is cut. */
export const MAX_RELAY_UNREAD_BYTES = 4_194_304;
/** Events of strangers or with bad signatures, and unreadable messages, before a socket is cut. */
export const MAX_BAD_MESSAGES = 100;
/** They are counted for so long, and then from zero. */
export const BAD_MESSAGES_MS = 60_000;
/** While someone waits for answers of other processes, one statement looks for all of them. */
export const RELAY_LOOK_MS = 250;
/** How far back it looks where no request is named: longer than a commit takes. */
export const RELAY_LOOK_BACK_MS = 10_000;
/** Requests, and keys, that one look asks about. */
export const MAX_RELAY_WATCHED = 5000;

/** An app is not told of what was booked longer ago. */
export const KEEP_NOTIFICATIONS_MS = 24 * 3_600_000;
/** Records that are read and sent at once, which takes a millisecond each. */
export const MAX_NOTIFICATIONS_AT_ONCE = 32;
/** Of one process, so that those who ask find connections to the database. */
export const MAX_NOTIFICATION_READS = 4;
/** While someone listens for notifications, one statement looks for all of them. */
export const NOTIFICATION_LOOK_MS = 250;
