import { DAY_MS, MINUTE_MS } from '../base/durations.ts';

/** Limits of webhooks. Limits that several features use are in base/. */

/** The greatest size of a form that holds a whole webhook body, which URL encoding may triple. */
export const MAX_DELIVERY_FORM_BYTES = 196_608;
/**
 * The greatest lengths, in UTF-16 units, of what users paste to learn why a signature fails. Bodies
 * may be longer than those that this service sends, and headers may come from other services.
 */
export const MAX_EXPLAINED_LENGTHS = {
  messageId: 200,
  timestamp: 200,
  signature: 1024,
  body: 65_536,
  secret: 200,
};
/**
 * The most entries of a signature header that are read. This service sends one for each valid
 * secret.
 */
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
 * How soon after the beginning of an attempt a reused connection must break to count as stale: most
 * likely the receiver had just closed it. The attempt is then made once more on a new connection.
 */
export const WEBHOOK_STALE_MS = 1000;
/** The most bytes of an answer's body that are read. */
export const MAX_WEBHOOK_ANSWER_BYTES = 16_384;
/** The most characters of an answer's body that are stored. */
export const MAX_WEBHOOK_EXCERPT_LENGTH = 1024;

/** The age at which attempts are deleted from the log; the deliveries themselves stay. */
export const KEEP_WEBHOOK_ATTEMPTS_MS = 30 * DAY_MS;
/** The age at which ended test events are deleted, and everything of a deleted endpoint. */
export const KEEP_WEBHOOK_REMAINS_MS = 30 * DAY_MS;
/** The most attempts at a delivery, replays included. After these it is not sent any more. */
export const MAX_DELIVERY_ATTEMPTS = 1000;
/** The number of newest attempts that are shown with a webhook delivery. */
export const SHOWN_ATTEMPTS = 100;
/**
 * The most receivers that a process remembers as having answered before; the latest ones are loaded
 * at its start. Knowing them helps to recognise an outage of our own network.
 */
export const MAX_KNOWN_RECEIVERS = 10_000;
/**
 * The most names of events in one request about a webhook endpoint: far more than there are events.
 */
export const MAX_FILTER_TYPES = 100;
export const MAX_WEBHOOK_DESCRIPTION_LENGTH = 500;
/** The most old signing secrets of an endpoint that still sign beside the current one. */
export const MAX_OLD_WEBHOOK_SECRETS = 10;
export const DEFAULT_SECRET_OVERLAP_SEC = 86_400;
export const MAX_SECRET_OVERLAP_SEC = 604_800;
/** The most deliveries on one page of the log in the API. */
export const MAX_DELIVERY_ITEMS = 100;
/** The most missed deliveries that one call sends again; a further call sends the others. */
export const MAX_RECOVERED_DELIVERIES = 10_000;
/**
 * The rate at which a user may create or change endpoints or replace secrets: a burst, then one
 * more per interval.
 */
export const WEBHOOK_CHANGES = { burst: 30, everyMs: 10_000 };
/**
 * The rate at which a user may create endpoints, about 200 a day: the row of a deleted one stays
 * for 30 days.
 */
export const WEBHOOK_CREATIONS = { burst: 200, everyMs: DAY_MS / 200 };
export const WEBHOOK_REPLAYS = { burst: 10, everyMs: 1000 };
export const WEBHOOK_RECOVERIES = { burst: 3, everyMs: MINUTE_MS };
export const WEBHOOK_TESTS = { burst: 6, everyMs: 10_000 };
/**
 * The rate at which a user may have signatures explained: several hundred signatures are computed
 * for each.
 */
export const SIGNATURE_CHECKS = { burst: 20, everyMs: 3000 };
