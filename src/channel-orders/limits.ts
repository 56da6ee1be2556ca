/** Limits of orders for channels. Those that several features use stand in base/. */

/** Time for one question to a provider; to make an order it asks its own node. */
export const PROVIDER_CALL_MS = 20_000;
export const PROVIDER_CONNECT_MS = 10_000;
/** The most bytes of an answer; an order with a long invoice takes about four thousand. */
export const MAX_PROVIDER_ANSWER_BYTES = 32_768;
export const MAX_PROVIDER_HEADER_BYTES = 16_384;
/** The longest name of an order. */
export const MAX_ORDER_NAME = 64;
/** Characters of what a provider says when it refuses. */
export const MAX_PROVIDER_REASON = 200;
/** Nodes that a provider names, of which one is connected to. */
export const MAX_PROVIDER_NODES = 20;
/** LND accepts no larger channels, unless it is told to. */
export const MAX_BOUGHT_SAT = 16_777_215n;
/** An offer with less time left is not paid any more: on the chain, a block has to come first. */
export const LEAST_LEFT_MS = { lightning: 60_000, chain: 20 * 60_000 } as const;
/** The node should have taken up an invoice by then, and a failure shows soon after that. */
export const PAY_WAIT_MS = 15_000;
export const FAILURE_WAIT_MS = 3000;
/** Seconds in which the node looks for a route. */
export const PAY_TIMEOUT_SEC = 60;
/** The most that routing may cost: one part in so many, and at least this. */
export const ROUTING_PART = 100n;
export const LEAST_ROUTING_SAT = 10n;
/** The time after which a process that began to pay, and did not, is taken for dead. */
export const PAY_GRACE_MS = 10 * 60_000;
/** Orders that one run of the job looks at, those first that waited longest. */
export const FOLLOWED_AT_ONCE = 20;
export const FOLLOW_EVERY_SEC = 30;
/** An order is looked at again after this part of its age. */
export const LOOK_PART = 50;
/** An unpaid offer ends this long after its last moment: a payment may come in late. */
export const END_AFTER_MS = 3_600_000;
/** A channel that was paid for should be there by then. */
export const LATE_AFTER_MS = 24 * 3_600_000;
