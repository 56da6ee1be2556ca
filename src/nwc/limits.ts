import { DAY_MS, HOUR_MS } from '../base/durations.ts';

/** Limits of Nostr Wallet Connect. Limits that several features use are in base/. */

/** The KiB per second that a network may send to the relay; a smaller message counts as one KiB. */
export const RELAY_KIB = { burst: 2048, perSec: 512, mostPerSec: 2048 };
/** The number of values in a REQ that cost as much as one message. */
export const REQ_VALUES_OF_MESSAGE = 4;

/** The greatest length of a method's name; the longest one has 19 letters. */
export const MAX_NWC_METHOD_LENGTH = 64;
/** The greatest length of the text of an error that an app gets. */
export const MAX_NWC_ERROR_LENGTH = 1000;
/**
 * The greatest length of a transaction's metadata in JSON; longer ones must be dropped (NIP-47,
 * Metadata).
 */
export const MAX_NWC_METADATA_LENGTH = 4096;
/** The number of transactions in an answer if the app asks for no number, and the most. */
export const DEFAULT_NWC_LIST = 10;
export const MAX_NWC_LIST = 50;
/** The greatest size of a list in JSON: encrypted and in base64 it fits an event of 64 KiB. */
export const MAX_NWC_LIST_BYTES = 40_000;
/**
 * The greatest length of a request's encrypted content. The largest that a wallet could carry out
 * hold an invoice of 7 KB or 4 KB of custom records, and 4,096 characters of metadata: 20 KB
 * encrypted.
 */
export const MAX_NWC_CONTENT_LENGTH = 32_768;
/**
 * How much of a user's requests and answers may be stored within a day, as a multiple of what other
 * orders may store.
 */
export const NWC_STORAGE_FACTOR = 4;
/** The most custom records of one keysend. */
export const MAX_NWC_TLV_RECORDS = 100;

/**
 * The age from which a payment is not begun any more: apps give up, and their users pay otherwise.
 */
export const NWC_BEGIN_MS = 30_000;
/**
 * The shortest time to expiry with which a payment on its way is presented, counted from the
 * present.
 */
export const NWC_OPEN_PAYMENT_SEC = 3600;
/**
 * The time for which running a request waits for its payment to end. After that, the stored request
 * waits as long as it takes.
 */
export const NWC_WAIT_SEC = 10;
/**
 * The time after which a request of a dead process is run again: longer than a run takes, and early
 * enough for a payment to begin in time.
 */
export const NWC_LEASE_MS = 15_000;
/** The pause before a request is run again that failed by a fault of ours. */
export const NWC_RETRY_MS = 1000;
/** The interval at which each process looks for requests that no process runs. */
export const NWC_LOOK_MS = 1000;
/** The most requests that a process takes at once, to run them. */
export const MAX_NWC_TAKEN = 64;
/**
 * The most requests of one key that a process runs at the same time; more are refused as too many.
 */
export const MAX_NWC_RUNNING_OF_KEY = 64;
/**
 * The time after which requests and their answers are forgotten: far longer than clocks may differ.
 */
export const KEEP_NWC_REQUESTS_MS = 48 * HOUR_MS;
/** The interval at which the node is asked for the height of its chain, while apps ask for it. */
export const NWC_HEIGHT_FRESH_MS = 60_000;
/** The age from which a block height is not told any more. */
export const NWC_HEIGHT_KEPT_MS = 600_000;
/** The time for which the first request that asks for the block height waits for it. */
export const NWC_HEIGHT_WAIT_MS = 1000;
/** The highest offset in a list with unpaid transactions. Apps go further back by times. */
export const MAX_NWC_UNPAID_OFFSET = 10_000;
/** The most private keys that a process keeps opened. */
export const MAX_OPEN_NWC_KEYS = 10_000;

/** The most subscriptions of one socket. */
export const MAX_SUBSCRIPTIONS = 20;
/**
 * The most messages of one socket that are handled at the same time; further ones are not read yet.
 */
export const MAX_MESSAGES_AT_ONCE = 32;
/**
 * The pause before an app that asks too often is told so. While too many such messages wait, no
 * more are read from its socket.
 */
export const RELAY_TOO_OFTEN_MS = 500;
/** The most sockets of one process, and of one network. */
export const MAX_RELAY_SOCKETS = 5000;
export const MAX_RELAY_SOCKETS_OF_NETWORK = 100;
/**
 * The most sockets through which no known key has sent a request; other places are for those with
 * one.
 */
export const MAX_STRANGERS_SOCKETS = 4000;
/** The age from which a stranger's socket may be cut off to make room. */
export const STRANGERS_SOCKET_MS = 10_000;
/** The most sockets that count as known by requests of one key. */
export const MAX_KNOWN_SOCKETS_OF_KEY = 20;
/** The interval of pings. A socket that has not answered one until the next is cut off. */
export const RELAY_PING_MS = 30_000;
/** The number of sent but unread bytes from which a socket is cut off. */
export const MAX_RELAY_UNREAD_BYTES = 4_194_304;
/**
 * The number of events by strangers or with bad signatures, and of unreadable messages, from which
 * a socket is cut off.
 */
export const MAX_BAD_MESSAGES = 100;
/** The time after which the count of bad messages starts again. */
export const BAD_MESSAGES_MS = 60_000;
/**
 * The interval at which one statement looks for answers of other processes, for all clients that
 * wait.
 */
export const RELAY_LOOK_MS = 250;
/** How far a look that names no request reaches back before the last look: a commit takes less. */
export const RELAY_LOOK_BACK_MS = 10_000;
/** How much further a look after an outage reaches back at most: older answers help no one. */
export const MAX_RELAY_LOOK_BACK_MS = 600_000;
/** The most requests, and keys, that one look asks about; the next look asks about others. */
export const MAX_RELAY_WATCHED = 5000;
/** The most requests that are remembered, so that it is noticed when strangers send them again. */
export const MAX_RELAY_REMEMBERED = 50_000;

/** The age from which records of payments are not told to apps. */
export const KEEP_NOTIFICATIONS_MS = DAY_MS;
/**
 * The most records of payments that are read and sent to apps at once; each takes a millisecond.
 */
export const MAX_NOTIFICATIONS_AT_ONCE = 32;
/**
 * The most reads for notifications at the same time in one process, so that other calls find
 * connections to the database.
 */
export const MAX_NOTIFICATION_READS = 4;
/** The interval at which listening apps are told what has settled. */
export const NOTIFICATION_LOOK_MS = 250;

/** The most wallet keys that one subscription at an external relay names. */
export const MAX_EXTERNAL_KEYS_OF_REQ = 100;
/** The number of waiting messages of an external relay from which no more are read. */
export const MAX_EXTERNAL_WAITING = 32;
/**
 * The most requests of one external relay that wait for the database; further ones are not taken.
 */
export const MAX_EXTERNAL_TAKING = 1000;
/**
 * The most units that reading from an external relay may cost: one for each message and each 4 KiB.
 */
export const EXTERNAL_UNITS_PER_SEC = 1000;
export const MAX_EXTERNAL_UNITS = 4000;
/** The units that checking a signature costs, as it takes more than reading a message. */
export const EXTERNAL_PROOF_UNITS = 10;
/** The age of a payment request, stored by an external relay, from which its app has given up. */
export const MAX_STORED_PAY_SEC = 60;
/** The time limits for connecting to an external relay, and for its answer to a question. */
export const EXTERNAL_OPEN_MS = 10_000;
export const EXTERNAL_ANSWER_MS = 10_000;
/**
 * The silence of an external relay after which it is asked something, to see whether it is there.
 */
export const EXTERNAL_SILENCE_MS = 60_000;
/**
 * The pauses before an external relay is connected to, or asked, again: doubled from the first to
 * the last.
 */
export const EXTERNAL_PAUSES = { firstMs: 1000, maxMs: 300_000 } as const;
/** The interval at which new and ended keys of apps are looked for. */
export const EXTERNAL_KEYS_LOOK_MS = 2000;
/** The interval at which info events are published again, as relays lose them. */
export const EXTERNAL_INFO_MS = HOUR_MS;
/** The pause between two rounds of info events to a relay that comes and goes. */
export const EXTERNAL_INFO_PAUSE_MS = 10_000;
/** The most keys of apps that one step reads, and tells relays of. */
export const EXTERNAL_STEP = 50;
/** The interval at which waiting publications are looked for, and how many one look takes. */
export const EXTERNAL_LOOK_MS = 250;
export const MAX_EXTERNAL_TAKEN = 100;
/** The pauses before a publication is sent again: doubled from the first to the last. */
export const EXTERNAL_AGAIN = { firstMs: 2000, maxMs: HOUR_MS } as const;
/** The time after which an answer that no relay took is of no use any more. */
export const KEEP_EXTERNAL_ANSWER_MS = 600_000;
/** The time for which we try to tell a relay that a key has ended. */
export const KEEP_EXTERNAL_END_MS = 30 * DAY_MS;
/** The time for which apps that ask with an ended key are answered that it has ended. */
export const LISTEN_AFTER_END_MS = 7 * DAY_MS;
/**
 * The most events that are remembered of each external relay: those taken from it, and those sent
 * to it.
 */
export const MAX_EXTERNAL_REMEMBERED = 10_000;
/**
 * The interval at which the leader is told what has settled, and the most records that it reads at
 * once.
 */
export const EXTERNAL_NEWS_MS = 500;
export const EXTERNAL_NEWS_STEP = 32;
