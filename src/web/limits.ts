import { MINUTE_MS } from '../base/durations.ts';

/** Limits of the server and its pages. Those that several features use stand in base/. */

/** Invoices that one network may ask for. */
export const NETWORK_CALLBACKS = { burst: 20, perSec: 1 };
/** First answers and other look-ups for one network. */
export const NETWORK_LOOK_UPS = { burst: 100, perSec: 20 };
/** Rates of payers: a callback makes an invoice, and a look-up only reads. */
export const PAYER_RATES = { callback: NETWORK_CALLBACKS, look_up: NETWORK_LOOK_UPS };

/**
 * Bodies that a network of strangers, or a user, may send per second: a burst of 1 MiB, four of the
 * largest, then 1 MiB. Whatever is smaller counts as one KiB.
 */
export const BODY_KIB = { burst: 1024, perSec: 1024, mostPerSec: 4096 };
/** Bytes of bodies that are half there: in total, and per network. */
export const MAX_OPEN_BODY_BYTES = 33_554_432;
export const MAX_OPEN_BODY_BYTES_OF_NETWORK = 4_194_304;
/** So much of a refused body is read and thrown away, so that the client can read the answer. */
export const MAX_THROWN_AWAY_BYTES = 262_144;
/** The time for which a connection with a refused body stays open. */
export const THROW_AWAY_MS = 2000;

/**
 * The most streams of a user: pages that show changes without a reload keep one open (server-sent
 * events).
 */
export const MAX_LIVE_STREAMS_OF_USER = 8;
/** Streams of one process, which holds some kilobytes for each. */
export const MAX_LIVE_STREAMS = 5000;
/** In each interval, one statement looks for all streams of a process. */
export const LIVE_LOOK_MS = 1000;
/** The shortest time between two looks that settlements of this process cause. */
export const MIN_LIVE_LOOK_MS = 100;
/**
 * The interval in which a stream says something, as proxies cut connections that are silent for
 * long.
 */
export const LIVE_HEARTBEAT_MS = 20_000;
/**
 * The time after which a stream ends: browsers come back by themselves, so that streams spread over
 * the processes again.
 */
export const LIVE_STREAM_MS = 15 * 60_000;
/** The time after which a browser that reads nothing is cut off. */
export const LIVE_SILENCE_MS = 10_000;
/** Browsers wait a time between these two before they reconnect, so that not all come at once. */
export const LIVE_RETRY_MS = { min: 1000, max: 5000 } as const;
/** The longest wait of a page that only says whether the node answers. */
export const PAGE_NODE_TIMEOUT_MS = 800;

export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
/** The most client connections: in total, and per network. */
export const MAX_CONNECTIONS = 8000;
export const MAX_CONNECTIONS_OF_NETWORK = 2000;
/** The length of an answer that the kernel accepts from us whether or not its client reads. */
export const MAX_SMALL_ANSWER_LENGTH = 16_384;
/** Longer answers, complete but not yet read: per network, in total, and their bytes. */
export const MAX_OPEN_ANSWERS_OF_NETWORK = 64;
export const MAX_OPEN_ANSWERS = 512;
export const MAX_OPEN_ANSWER_BYTES = 16_777_216;
/** A younger answer is never cut off to make room. */
export const FRESH_ANSWER_MS = 5000;
/** The time after which a client that reads nothing of a large answer is cut off. */
export const ANSWER_SILENCE_MS = 20_000;
/** The reference page's script, per IP address: browsers cache it for an hour. */
export const ADDRESS_DOCUMENTS = { name: 'documents', rate: { burst: 20, perSec: 1 } };
export const HEALTH_TIMEOUT_MS = 3000;
/** Callers whose rate is remembered. Beyond it, the longest idle one starts from zero. */
export const MAX_RATE_KEYS = 20_000;

/** The most bytes of a form: forms are small; the largest carries a passkey's signed answer. */
export const MAX_FORM_BYTES = 32_768;
export const MAX_FORM_FIELDS = 100;

/** Pages and lists that are being made: for a user, a network of strangers, and all. */
export const MAX_TURNS_OF_USER = 1;
export const MAX_TURNS_OF_NETWORK = 2;
export const MAX_TURNS = 64;
/** Pages and lists of strangers that wait for their turn, and as many of users. */
export const MAX_WAITING_FOR_TURN = 256;
/** A page that takes longer waits for another server, and lets the next one begin. */
export const TURN_MS = 500;
/** The most browsers whose session is being looked up: of one network, and of all. */
export const MAX_LOOK_UPS_OF_NETWORK = 4;
export const MAX_LOOK_UPS = 64;

/** Rate at which a user is sent parts of long lists, MAX_RECORDS_AT_ONCE records each. */
export const LIST_PARTS = { burst: 400, perSec: 50 };
/** Length of such a part of usual records. One that is twice as long counts as two, and so on. */
export const LIST_PART_LENGTH = 65_536;

/**
 * Text that a QR picture may hold: our invoice with the longest description and 20 route hints. The
 * code could hold 4296 letters, but hardly any camera can read that.
 */
export const MAX_QR_TEXT_LENGTH = 3200;
/** QR pictures drawn for all callers together; cached ones do not count. */
export const QR_DRAWINGS = { burst: 50, perSec: 20 };
/** Bytes of cached QR pictures, texts included. */
export const MAX_CACHED_PICTURE_BYTES = 4_194_304;

/** The shortest time between two reports of an undeclared proxy. */
export const PROXY_WARNING_MS = 60 * MINUTE_MS;

/** The highest number of unread notices that the bell shows. */
export const MAX_SHOWN_UNREAD = 99;
