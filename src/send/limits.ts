import { DAY_MS } from '../base/durations.ts';

/** Limits of sending. Limits that several features use are in base/. */

/**
 * The time, in seconds, after which an order of the operator is given up if it is still unknown
 * what to pay for it.
 */
export const PAY_ORDER_LIFE_SEC = 60;
/**
 * The time after which an unpaid order of the operator is never paid, even if its job is retried
 * later.
 */
export const PAY_ORDER_DEADLINE_SEC = 600;
/**
 * The age at which two things are removed: orders to pay that an operator gave by a command, and
 * payments that a user had prepared on a page and has made.
 */
export const KEEP_PAID_DRAFTS_MS = 30 * DAY_MS;
/** The time over which payments without a proof of the payer's identity are added up. */
export const UNPROVED_MS = DAY_MS;
/** The time that a user has to choose an amount for a withdraw link. */
export const WITHDRAW_DRAFT_LIFE_MS = DAY_MS;
/** The age up to which a draft can be paid. */
export const SEND_DRAFT_LIFE_MS = 30 * 60_000;
/** The most unpaid drafts of a user; older ones are removed. */
export const MAX_SEND_DRAFTS = 20;
/**
 * The most opened withdraw links that are kept for a user, not counting those for which an invoice
 * was made; older ones are removed.
 */
export const MAX_WITHDRAW_DRAFTS = 20;
/** The most requests to payees' servers that run at the same time for one user. */
export const MAX_SEND_LOOK_UPS = 4;

/** The time for which a page waits for a payment before it says that the payment is on its way. */
export const PAGE_PAYMENT_WAIT_SEC = 3;

/**
 * The number of payments that are searched for recent payees, in each of two groups: the newest
 * payments made on pages, and the newest of all.
 */
export const RECENT_PAYMENTS = 100;
/**
 * The most payees that the page Send offers in each of its two lists, recent payees and contacts.
 */
export const OFFERED_PAYEES = 6;
