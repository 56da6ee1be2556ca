import { DAY_MS, MINUTE_MS } from '../base/durations.ts';

/** Limits of webhooks. Limits that several features use are in base/. */

/** The greatest size of a form that holds a whole webhook body, which URL encoding may triple. */
export const MAX_DELIVERY_FORM_BYTES = 196_608;
/**
 * The greatest lengths, in UTF-16 units, of what users paste when a signature fails. Bodies may be
 * longer than any of ours, and so may headers of other code.
 */
export const MAX_EXPLAINED_LENGTHS = {
  messageId: 200,
  timestamp: 200,
  signature: 1024,
  body: 65_536,
  secret: 200,
};
/** The most entries of a signature header that are read; ours has one for each secret in force. */
export const MAX_SIGNATURE_ENTRIES = 20;
/**
 * The number up to which deliveries are counted per endpoint; beyond it, a page says that there are
 * more.
 */
export const MAX_COUNTED_DELIVERIES = 1000;
/** The number of webhook deliveries on one page for people. */
export const SHOWN_DELIVERIES = 20;

/** The time limit for an attempt to deliver a webhook, from the name lookup to the answer. */
export const WEBHOOK_ATTEMPT_MS = 15_000;
/** The time limit for opening the connection of an attempt, TLS included. */
export const WEBHOOK_CONNECT_MS = 5000;
/** The time limit for the body of an answer, once its status is known. */
export const WEBHOOK_BODY_MS = 2000;
/**
 * The time within which a reused connection that breaks was most likely just closed by the
 * receiver.
 */
export const WEBHOOK_STALE_MS = 1000;
/** The most bytes of an answer's body that are read. */
export const MAX_WEBHOOK_ANSWER_BYTES = 16_384;
/** The most characters of an answer's body that are stored. */
export const MAX_WEBHOOK_EXCERPT_LENGTH = 1024;

/** The time after which the log of attempts is deleted; the deliveries themselves stay. */
export const KEEP_WEBHOOK_ATTEMPTS_MS = 30 * DAY_MS;
/** The time after which ended test events, and everything of a deleted endpoint, are deleted. */
export const KEEP_WEBHOOK_REMAINS_MS = 30 * DAY_MS;
/** The most attempts at a delivery, replays included; then it is not sent any more. */
export const MAX_DELIVERY_ATTEMPTS = 1000;
/** The number of newest attempts that are shown with a webhook delivery. */
export const SHOWN_ATTEMPTS = 100;
/**
 * The most addresses that have ever answered which a process remembers; the latest are loaded at
 * its start.
 */
export const MAX_KNOWN_RECEIVERS = 10_000;
/** The most names of events in one request about a webhook endpoint: far more than there are. */
export const MAX_FILTER_TYPES = 100;
export const MAX_WEBHOOK_DESCRIPTION_LENGTH = 500;
/** The most old signing secrets of an endpoint that still sign beside the current one. */
export const MAX_OLD_WEBHOOK_SECRETS = 10;
export const DEFAULT_SECRET_OVERLAP_SEC = 86_400;
export const MAX_SECRET_OVERLAP_SEC = 604_800;
/** The most deliveries on one page of the log in the API. */
export const MAX_DELIVERY_ITEMS = 100;
/** The most deliveries that one call sends again; the next call takes the rest. */
export const MAX_RECOVERED_DELIVERIES = 10_000;
/**
 * The rate of calls by which a user creates, changes or rotates: a burst, then one more per
 * interval.
 */
export const WEBHOOK_CHANGES = { burst: 30, everyMs: 10_000 };
/** The most new endpoints of a user within a day: a deleted one leaves its row for 30 days. */
export const WEBHOOK_CREATIONS = { burst: 200, everyMs: DAY_MS / 200 };
export const WEBHOOK_REPLAYS = { burst: 10, everyMs: 1000 };
export const WEBHOOK_RECOVERIES = { burst: 3, everyMs: MINUTE_MS };
export const WEBHOOK_TESTS = { burst: 6, everyMs: 10_000 };
/** The rate of explained signatures per user: each takes several hundred computed ones. */
export const SIGNATURE_CHECKS = { burst: 20, everyMs: 3000 };
