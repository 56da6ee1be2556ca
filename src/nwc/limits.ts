import { DAY_MS, HOUR_MS } from '../base/durations.ts';

/** Limits of this feature. Those that several features use stand in base/. */

/** What a network may send to the relay per second, in KiB; a smaller message counts as one. */
export const RELAY_KIB = { burst: 2048, perSec: 512, mostPerSec: 2048 };
/** Values of a REQ that together cost as much as one message. */
export const REQ_VALUES_OF_MESSAGE = 4;

/** The longest method has 19 letters. */
export const MAX_NWC_METHOD_LENGTH = 64;
/** Characters of an error. */
export const MAX_NWC_ERROR_LENGTH = 1000;
/** JSON of a transaction, in characters; what is longer must be dropped (NIP-47, Metadata). */
export const MAX_NWC_METADATA_LENGTH = 4096;
/** Transactions of one answer, as asked for. */
export const DEFAULT_NWC_LIST = 10;
export const MAX_NWC_LIST = 50;
/** Their JSON: encrypted and in base64 it fits an event of 64 KiB. */
export const MAX_NWC_LIST_BYTES = 40_000;
/**
 * Characters of the encrypted content of a request. The largest that a wallet could carry out hold
 * an invoice of 7 KB or 4 KB of custom records, and 4,096 characters of metadata: 20 KB encrypted.
 */
export const MAX_NWC_CONTENT_LENGTH = 32_768;
/** Requests and their answers of a day, as a multiple of what other orders of a user may store. */
export const NWC_STORAGE_FACTOR = 4;
/** Custom records of one keysend. */
export const MAX_NWC_TLV_RECORDS = 100;

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
export const KEEP_NWC_REQUESTS_MS = 48 * HOUR_MS;
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

/** Subscriptions of one socket. */
export const MAX_SUBSCRIPTIONS = 20;
/** Messages of one socket that are worked on at the same time; further ones are not read yet. */
export const MAX_MESSAGES_AT_ONCE = 32;
/**
 * Pause before an app that asks too often is told so. While too many such messages wait, no more
 * are read from its socket.
 */
export const RELAY_TOO_OFTEN_MS = 500;
/** Sockets of one process, and of one network. */
export const MAX_RELAY_SOCKETS = 5000;
export const MAX_RELAY_SOCKETS_OF_NETWORK = 100;
/** Sockets through which no known key has sent a request; the other places are for those. */
export const MAX_STRANGERS_SOCKETS = 4000;
/** A younger one is not cut off to make room. */
export const STRANGERS_SOCKET_MS = 10_000;
/** Sockets that one key makes known. */
export const MAX_KNOWN_SOCKETS_OF_KEY = 20;
/** A socket that does not answer a ping until the next one is cut. */
export const RELAY_PING_MS = 30_000;
/** What a socket has not read yet; one that reads more slowly is cut. */
export const MAX_RELAY_UNREAD_BYTES = 4_194_304;
/** Events of strangers or with bad signatures, and unreadable messages, before a socket is cut. */
export const MAX_BAD_MESSAGES = 100;
/** Bad messages are counted for so long, and then from zero. */
export const BAD_MESSAGES_MS = 60_000;
/** While someone waits for answers of other processes, one statement looks for all of them. */
export const RELAY_LOOK_MS = 250;
/** How far back it looks where no request is named: longer than a commit takes. */
export const RELAY_LOOK_BACK_MS = 10_000;
/** After an outage it looks back further, by this at most: older answers help no one any more. */
export const MAX_RELAY_LOOK_BACK_MS = 600_000;
/** Requests, and keys, that one look asks about; the next one asks about others. */
export const MAX_RELAY_WATCHED = 5000;
/** Requests that were taken last, by which those are known that strangers send again. */
export const MAX_RELAY_REMEMBERED = 50_000;

/** An app is not told of what was booked longer ago. */
export const KEEP_NOTIFICATIONS_MS = DAY_MS;
/** Records that are read and sent at once, which takes a millisecond each. */
export const MAX_NOTIFICATIONS_AT_ONCE = 32;
/**
 * Reads of one process at the same time, so that those who ask find connections to the database.
 */
export const MAX_NOTIFICATION_READS = 4;
/** How often those who listen for notifications hear what has settled. */
export const NOTIFICATION_LOOK_MS = 250;

/** Wallet keys that one subscription at an external relay asks about. */
export const MAX_EXTERNAL_KEYS_OF_REQ = 100;
/** Waiting messages of an external relay, from which on no more are read. */
export const MAX_EXTERNAL_WAITING = 32;
/** Requests of one external relay that wait for the database; further ones are not taken. */
export const MAX_EXTERNAL_TAKING = 1000;
/** What one external relay may cost, in units: a message and each 4 KiB of it are one. */
export const EXTERNAL_UNITS_PER_SEC = 1000;
export const MAX_EXTERNAL_UNITS = 4000;
/** To prove a signature: more than to read a message. */
export const EXTERNAL_PROOF_UNITS = 10;
/** A payment that an external relay had stored: its app has given up by then. */
export const MAX_STORED_PAY_SEC = 60;
/** Time to connect, and to answer a question. */
export const EXTERNAL_OPEN_MS = 10_000;
export const EXTERNAL_ANSWER_MS = 10_000;
/** After this without a word, an external relay is asked something. */
export const EXTERNAL_SILENCE_MS = 60_000;
/** Pauses before it is connected, or asked, again: doubled from the first to the last. */
export const EXTERNAL_PAUSES = { firstMs: 1000, maxMs: 300_000 } as const;
/** How often new and ended keys are looked for. */
export const EXTERNAL_KEYS_LOOK_MS = 2000;
/** Info events are published again after this: relays lose them. */
export const EXTERNAL_INFO_MS = HOUR_MS;
/** Between two rounds of info events to a relay that comes and goes. */
export const EXTERNAL_INFO_PAUSE_MS = 10_000;
/** Keys of one step. */
export const EXTERNAL_STEP = 50;
/** How often waiting publications are looked for, and how many one look takes. */
export const EXTERNAL_LOOK_MS = 250;
export const MAX_EXTERNAL_TAKEN = 100;
/** Pause before a publication is sent again, doubled each time up to the last. */
export const EXTERNAL_AGAIN = { firstMs: 2000, maxMs: HOUR_MS } as const;
/** An answer that no relay took by then is of no use any more. */
export const KEEP_EXTERNAL_ANSWER_MS = 600_000;
/** How long we try to tell a relay that is away that a key has ended. */
export const KEEP_EXTERNAL_END_MS = 30 * DAY_MS;
/** How long apps of ended keys are still told that they have ended. */
export const LISTEN_AFTER_END_MS = 7 * DAY_MS;
/** Events that are remembered of each external relay: those taken, and those sent to it. */
export const MAX_EXTERNAL_REMEMBERED = 10_000;
/** How often the leader hears what has settled, and how many records it reads at once. */
export const EXTERNAL_NEWS_MS = 500;
export const EXTERNAL_NEWS_STEP = 32;
