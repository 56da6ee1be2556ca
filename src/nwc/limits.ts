import { DAY_MS, HOUR_MS } from '../base/durations.ts';

/** Limits of Nostr Wallet Connect. Limits that several features use are in base/. */

/**
 * The KiB per second that one network may send to our relay. A message of less than one KiB counts
 * as one KiB.
 */
export const RELAY_KIB = { burst: 2048, perSec: 512, mostPerSec: 2048 };
/** The number of values in a REQ that count as one message against the rate limit. */
export const REQ_VALUES_OF_MESSAGE = 4;

/**
 * The greatest length of a method's name that is accepted. The longest existing one has 19 letters.
 */
export const MAX_NWC_METHOD_LENGTH = 64;
/** The greatest length of the text of an error that an app gets. */
export const MAX_NWC_ERROR_LENGTH = 1000;
/**
 * The greatest length of a transaction's metadata in JSON; longer ones must be dropped (NIP-47,
 * Metadata).
 */
export const MAX_NWC_METADATA_LENGTH = 4096;
/**
 * The number of transactions in an answer when the app asks for no number. MAX_NWC_LIST is the most
 * that it gets.
 */
export const DEFAULT_NWC_LIST = 10;
export const MAX_NWC_LIST = 50;
/**
 * The greatest size of a list in JSON. Encrypted and in base64, a list of this size fits an event
 * of 64 KiB.
 */
export const MAX_NWC_LIST_BYTES = 40_000;
/**
 * The greatest length of a request's encrypted content. The largest useful requests have some 20
 * KB: an invoice of 7 KB or custom records of 4 KB, and 4,096 characters of metadata, encrypted.
 */
export const MAX_NWC_CONTENT_LENGTH = 32_768;
/**
 * The limit of bytes that are stored a day for a user's requests and answers, as a multiple of the
 * limit for payments and other orders.
 */
export const NWC_STORAGE_FACTOR = 4;
/** The most custom records of one keysend. */
export const MAX_NWC_TLV_RECORDS = 100;

/**
 * The age of a request after which its payment is not begun any more: the app has given up by then,
 * and its user may pay in another way.
 */
export const NWC_BEGIN_MS = 30_000;
/**
 * The last second of the year 9999, the latest time that is passed to PostgreSQL. JavaScript writes
 * later years with a sign and six digits, which PostgreSQL cannot read.
 */
export const LAST_SEC = 253_402_300_799;
/**
 * The shortest time to expiry that is shown for a payment on its way, in seconds from now. Some
 * apps take a payment as failed once its invoice has expired.
 */
export const NWC_OPEN_PAYMENT_SEC = 3600;
/**
 * The time for which a running request waits for its payment to end. If the payment takes longer,
 * the stored request is answered later, whenever the payment ends.
 */
export const NWC_WAIT_SEC = 10;
/**
 * The time after which a request is run again if the process that ran it has died. It is longer
 * than a run takes, and short enough for a payment to begin before the app gives up (NWC_BEGIN_MS).
 */
export const NWC_LEASE_MS = 15_000;
/** The pause before a request is run again that failed because of a fault of this service. */
export const NWC_RETRY_MS = 1000;
/** The interval at which each process looks for stored requests that no process is running. */
export const NWC_LOOK_MS = 1000;
/** The most stored requests that a process takes over in one step. */
export const MAX_NWC_TAKEN = 64;
/**
 * The most requests of one key that a process runs at the same time. Further requests are answered
 * with an error that says there are too many.
 */
export const MAX_NWC_RUNNING_OF_KEY = 64;
/**
 * The time after which requests and their answers are removed. It is far longer than clocks may
 * differ, so no request is accepted again after its removal.
 */
export const KEEP_NWC_REQUESTS_MS = 48 * HOUR_MS;
/**
 * The interval at which the node is asked for the height of its chain, as long as apps ask for it.
 */
export const NWC_HEIGHT_FRESH_MS = 60_000;
/** The age from which a block height is too old to be told to apps. */
export const NWC_HEIGHT_KEPT_MS = 600_000;
/**
 * The time for which the first request that asks for the block height waits for the node's answer.
 */
export const NWC_HEIGHT_WAIT_MS = 1000;
/**
 * The highest offset in a list that includes unpaid transactions. To page further back, apps pass
 * `until`.
 */
export const MAX_NWC_UNPAID_OFFSET = 10_000;
/** The most private keys of wallets that a process keeps decrypted in memory. */
export const MAX_OPEN_NWC_KEYS = 10_000;

/** The most subscriptions of one socket at our relay. */
export const MAX_SUBSCRIPTIONS = 20;
/**
 * The most messages of one socket that are handled at the same time; further ones are not read yet.
 */
export const MAX_MESSAGES_AT_ONCE = 32;
/**
 * The pause before an app that sends too often is told so. While too many such refusals wait,
 * nothing further is read from its socket.
 */
export const RELAY_TOO_OFTEN_MS = 500;
/**
 * The most sockets of one process. MAX_RELAY_SOCKETS_OF_NETWORK limits those that come from one
 * network.
 */
export const MAX_RELAY_SOCKETS = 5000;
export const MAX_RELAY_SOCKETS_OF_NETWORK = 100;
/**
 * The most sockets of strangers, through which no request of a known key has come. The remaining
 * slots are reserved for sockets of known keys.
 */
export const MAX_STRANGERS_SOCKETS = 4000;
/** The age from which a stranger's socket may be closed to make room for another one. */
export const STRANGERS_SOCKET_MS = 10_000;
/** The most sockets that may count as known because of requests of the same key. */
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
/** The time after which a socket's count of bad messages starts again at zero. */
export const BAD_MESSAGES_MS = 60_000;
/**
 * The interval at which a process looks for answers that other processes wrote, by one statement
 * for all waiting clients.
 */
export const RELAY_LOOK_MS = 250;
/**
 * How far a search for new answers reaches back beyond the last search. An answer is dated before
 * its transaction commits, and a commit takes less time than this, so no answer is missed.
 */
export const RELAY_LOOK_BACK_MS = 10_000;
/**
 * How much further back a search reaches at most after an outage of the database: older answers
 * help no one.
 */
export const MAX_RELAY_LOOK_BACK_MS = 600_000;
/**
 * The most requests and keys in one search for answers. If there are more, the next search covers
 * the others.
 */
export const MAX_RELAY_WATCHED = 5000;
/**
 * The most ids of requests that are remembered, to recognise requests that strangers have seen and
 * send again.
 */
export const MAX_RELAY_REMEMBERED = 50_000;

/** The age from which apps are not notified of a settled payment any more. */
export const KEEP_NOTIFICATIONS_MS = DAY_MS;
/**
 * The most settled payments that are read and sent to an app at once; making each event takes a
 * millisecond.
 */
export const MAX_NOTIFICATIONS_AT_ONCE = 32;
/**
 * The most queries for notifications that one process runs at the same time, so that other work
 * finds free connections to the database.
 */
export const MAX_NOTIFICATION_READS = 4;
/** The interval at which apps that are listening are notified of settled payments. */
export const NOTIFICATION_LOOK_MS = 250;

/** The most wallet keys that one subscription at an external relay names. */
export const MAX_EXTERNAL_KEYS_OF_REQ = 100;
/** The number of unhandled messages of an external relay at which reading from it pauses. */
export const MAX_EXTERNAL_WAITING = 32;
/** The most requests of one external relay that wait to be stored; further ones are dropped. */
export const MAX_EXTERNAL_TAKING = 1000;
/**
 * How many units of messages are read from one external relay per second. Each message costs one
 * unit, and one more for each 4 KiB. After a pause, up to MAX_EXTERNAL_UNITS are read at once.
 */
export const EXTERNAL_UNITS_PER_SEC = 1000;
export const MAX_EXTERNAL_UNITS = 4000;
/** The units that checking a signature costs, because it takes longer than reading a message. */
export const EXTERNAL_PROOF_UNITS = 10;
/**
 * The age from which a payment request that an external relay had stored is ignored, because its
 * app has given up.
 */
export const MAX_STORED_PAY_SEC = 60;
/**
 * The time limit for connecting to an external relay. EXTERNAL_ANSWER_MS is the limit for its
 * answer to a question.
 */
export const EXTERNAL_OPEN_MS = 10_000;
export const EXTERNAL_ANSWER_MS = 10_000;
/**
 * The time without a message after which an external relay is asked something, to see whether the
 * connection still works.
 */
export const EXTERNAL_SILENCE_MS = 60_000;
/**
 * The pauses before a new attempt to connect to an external relay, or to subscribe there. They
 * double from the first to the last.
 */
export const EXTERNAL_PAUSES = { firstMs: 1000, maxMs: 300_000 } as const;
/** The interval at which the database is searched for new and ended keys of apps. */
export const EXTERNAL_KEYS_LOOK_MS = 2000;
/** The interval at which info events are published again, because relays lose them. */
export const EXTERNAL_INFO_MS = HOUR_MS;
/**
 * The shortest pause between two rounds of info events to a relay whose connection keeps breaking.
 */
export const EXTERNAL_INFO_PAUSE_MS = 10_000;
/** The most keys of apps that one step reads from the database, to publish events about them. */
export const EXTERNAL_STEP = 50;
/**
 * The interval at which the database is searched for publications to send. MAX_EXTERNAL_TAKEN is
 * the most that one search takes.
 */
export const EXTERNAL_LOOK_MS = 250;
export const MAX_EXTERNAL_TAKEN = 100;
/**
 * The pauses before a publication is sent to its relay again. They double from the first to the
 * last.
 */
export const EXTERNAL_AGAIN = { firstMs: 2000, maxMs: HOUR_MS } as const;
/**
 * The time after which an answer that no relay has accepted is removed, because it helps no one any
 * more.
 */
export const KEEP_EXTERNAL_ANSWER_MS = 600_000;
/** The time for which the service keeps trying to tell a relay that a key has ended. */
export const KEEP_EXTERNAL_END_MS = 30 * DAY_MS;
/**
 * The time for which requests with an ended key are still answered with an error, so that the app
 * learns that the key has ended.
 */
export const LISTEN_AFTER_END_MS = 7 * DAY_MS;
/**
 * The most ids of events taken from an external relay that are remembered, and the most ids of
 * events sent to it.
 */
export const MAX_EXTERNAL_REMEMBERED = 10_000;
/**
 * The interval at which settled payments are published to external relays. EXTERNAL_NEWS_STEP is
 * the most that are read at once.
 */
export const EXTERNAL_NEWS_MS = 500;
export const EXTERNAL_NEWS_STEP = 32;
