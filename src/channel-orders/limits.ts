/** Limits of orders for channels. Limits that several features use are in base/. */

/** The time for one question to a provider, which asks its own node before it can make an order. */
export const PROVIDER_CALL_MS = 20_000;
export const PROVIDER_CONNECT_MS = 10_000;
/** The most bytes of a provider's answer. One with a long invoice takes about four thousand. */
export const MAX_PROVIDER_ANSWER_BYTES = 32_768;
export const MAX_PROVIDER_HEADER_BYTES = 16_384;
/** The greatest length of the id that a provider gives to an order. */
export const MAX_ORDER_NAME = 64;
/** The most characters that are kept of the reason with which a provider refuses. */
export const MAX_PROVIDER_REASON = 200;
/** The most nodes that are read from a provider's answer; our node connects to one of them. */
export const MAX_PROVIDER_NODES = 20;
/** The largest channel that can be ordered: LND accepts no larger ones by default. */
export const MAX_BOUGHT_SAT = 16_777_215n;
/**
 * An offer is only paid while at least this much time is left before it ends. A payment on the
 * chain needs a block within that time.
 */
export const LEAST_LEFT_MS = { lightning: 60_000, chain: 20 * 60_000 } as const;
/**
 * The time within which the node should have begun a payment and said so. If the payment fails, it
 * mostly does so within FAILURE_WAIT_MS after that.
 */
export const PAY_WAIT_MS = 15_000;
export const FAILURE_WAIT_MS = 3000;
/** Seconds for which the node looks for a route. */
export const PAY_TIMEOUT_SEC = 60;
/**
 * The most that routing may cost: one hundredth of the price, but never less than
 * LEAST_ROUTING_SAT.
 */
export const ROUTING_PART = 100n;
export const LEAST_ROUTING_SAT = 10n;
/**
 * The time after which a process that began to pay, but has stored neither a payment nor a failure,
 * is taken for dead.
 */
export const PAY_GRACE_MS = 10 * 60_000;
/** The most orders that one run of the job follows; those that have waited longest come first. */
export const FOLLOWED_AT_ONCE = 20;
export const FOLLOW_EVERY_SEC = 30;
/**
 * An order is followed again after one fiftieth of its age, so that an old order costs few
 * questions.
 */
export const LOOK_PART = 50;
/**
 * An order that is not paid ends this long after its offer has ended, as a late payment may still
 * arrive.
 */
export const END_AFTER_MS = 3_600_000;
/** The time after a payment from which a missing channel raises an alarm. */
export const LATE_AFTER_MS = 24 * 3_600_000;
