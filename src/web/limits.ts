import { MINUTE_MS } from '../base/durations.ts';

/** Limits of the server and its pages. Limits that several features use are in base/. */

/** The rate of invoices that one network may ask for by lightning addresses. */
export const NETWORK_CALLBACKS = { burst: 20, perSec: 1 };
/** The rate at which one network may look up lightning addresses. */
export const NETWORK_LOOK_UPS = { burst: 100, perSec: 20 };
/**
 * The rates for payers of lightning addresses by kind of call: a callback makes an invoice, and a
 * look-up only reads.
 */
export const PAYER_RATES = { callback: NETWORK_CALLBACKS, look_up: NETWORK_LOOK_UPS };

/**
 * The rate of bodies that a network of strangers, or a user, may send: a burst of 1 MiB, which is
 * four of the largest, then 1 MiB per second. A smaller body counts as one KiB.
 */
export const BODY_KIB = { burst: 1024, perSec: 1024, mostPerSec: 4096 };
/** The most bytes of request bodies that have arrived only in part: in total, and per network. */
export const MAX_OPEN_BODY_BYTES = 33_554_432;
export const MAX_OPEN_BODY_BYTES_OF_NETWORK = 4_194_304;
/**
 * The most bytes of a refused body that are read and discarded, so that the client can read the
 * answer.
 */
export const MAX_THROWN_AWAY_BYTES = 262_144;
/** The time for which a connection with a refused body stays open. */
export const THROW_AWAY_MS = 2000;

/**
 * The most live streams of a user (server-sent events): a page that shows changes without a reload
 * keeps one open.
 */
export const MAX_LIVE_STREAMS_OF_USER = 8;
/** The most live streams of one process, which holds some kilobytes for each. */
export const MAX_LIVE_STREAMS = 5000;
/** The interval at which one SQL statement looks for changes, for all live streams of a process. */
export const LIVE_LOOK_MS = 1000;
/**
 * The shortest time between two queries for changes on live streams, as each settlement of this
 * process causes one.
 */
export const MIN_LIVE_LOOK_MS = 100;
/**
 * The interval at which something is sent on a live stream without changes, as proxies cut silent
 * connections.
 */
export const LIVE_HEARTBEAT_MS = 20_000;
/**
 * The time after which a live stream is ended. Browsers reconnect by themselves, which spreads the
 * streams over all processes again.
 */
export const LIVE_STREAM_MS = 15 * 60_000;
/** The time after which a browser that does not read its live stream is cut off. */
export const LIVE_SILENCE_MS = 10_000;
/**
 * The shortest and the longest time after which a browser reconnects, so that not all come at once.
 */
export const LIVE_RETRY_MS = { min: 1000, max: 5000 } as const;
/** The longest wait for the node on a page that only shows whether the node answers. */
export const PAGE_NODE_TIMEOUT_MS = 800;

export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
/** The most client connections: in total, and per network. */
export const MAX_CONNECTIONS = 8000;
export const MAX_CONNECTIONS_OF_NETWORK = 2000;
/**
 * The greatest length of an answer that fits into the kernel's buffers, so that this process need
 * not hold it for a client that does not read.
 */
export const MAX_SMALL_ANSWER_LENGTH = 16_384;
/**
 * The limits on longer answers that clients have not read yet: the most per network, the most in
 * total, and their bytes in total.
 */
export const MAX_OPEN_ANSWERS_OF_NETWORK = 64;
export const MAX_OPEN_ANSWERS = 512;
export const MAX_OPEN_ANSWER_BYTES = 16_777_216;
/** The age below which an answer is not cut off to make room for others. */
export const FRESH_ANSWER_MS = 5000;
/** The time after which a client that reads nothing of a large answer is cut off. */
export const ANSWER_SILENCE_MS = 20_000;
/**
 * The rate at which one IP address loads the API reference's script: browsers cache it for an hour.
 */
export const ADDRESS_DOCUMENTS = { name: 'documents', rate: { burst: 20, perSec: 1 } };
export const HEALTH_TIMEOUT_MS = 3000;
/**
 * The most callers whose rates are remembered. If there are more, the caller that was idle longest
 * is forgotten.
 */
export const MAX_RATE_KEYS = 20_000;

/** The greatest size of a form: forms are small, and the largest has a passkey's signed answer. */
export const MAX_FORM_BYTES = 32_768;
export const MAX_FORM_FIELDS = 100;

/**
 * The most pages and lists that are made at the same time (turns): for one user, for one network of
 * strangers, and in total.
 */
export const MAX_TURNS_OF_USER = 1;
export const MAX_TURNS_OF_NETWORK = 2;
export const MAX_TURNS = 64;
/**
 * The most requests for pages and lists that wait for a turn: of strangers, and as many of users.
 */
export const MAX_WAITING_FOR_TURN = 256;
/**
 * The time after which the next page may begin although the present one is not finished, for
 * example because it waits for another server.
 */
export const TURN_MS = 500;
/** The most browsers whose session is looked up at the same time: for one network, and in total. */
export const MAX_LOOK_UPS_OF_NETWORK = 4;
export const MAX_LOOK_UPS = 64;

/**
 * The rate of parts of long lists that are sent to a user; a part has MAX_RECORDS_AT_ONCE records.
 */
export const LIST_PARTS = { burst: 400, perSec: 50 };
/** The usual length of a part of a list. A part of twice this length counts as two, and so on. */
export const LIST_PART_LENGTH = 65_536;

/**
 * The greatest length of a QR picture's text: an invoice of ours with the longest description and
 * 20 route hints. The code could hold 4296 letters, but hardly any camera can read that.
 */
export const MAX_QR_TEXT_LENGTH = 3200;
/** The rate at which QR pictures are drawn for all callers together; cached ones do not count. */
export const QR_DRAWINGS = { burst: 50, perSec: 20 };
/** The greatest size of all cached QR pictures together, with their texts. */
export const MAX_CACHED_PICTURE_BYTES = 4_194_304;

/** The shortest time between two warnings about a proxy that is not configured as trusted. */
export const PROXY_WARNING_MS = 60 * MINUTE_MS;

/** The highest number of unread notices that the bell shows. */
export const MAX_SHOWN_UNREAD = 99;
