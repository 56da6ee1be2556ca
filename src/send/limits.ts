import { DAY_MS } from '../base/durations.ts';

/** Limits of sending. Those that several features use stand in base/. */

/** The time after which an order of the operator without a known invoice is given up. */
export const PAY_ORDER_LIFE_SEC = 60;
/** The time after which an unpaid order is never paid, however late its job is tried again. */
export const PAY_ORDER_DEADLINE_SEC = 600;
/** The age at which orders and drafts are removed. */
export const KEEP_PAID_DRAFTS_MS = 30 * DAY_MS;
/** The time for which amounts add up that people pay on pages without proving who they are. */
export const UNPROVED_MS = DAY_MS;
/** The time for which a withdraw link waits for its user to choose an amount. */
export const WITHDRAW_DRAFT_LIFE_MS = DAY_MS;
/** The time for which a draft waits for its payment. */
export const SEND_DRAFT_LIFE_MS = 30 * 60_000;
/** The most drafts of one user, without those that were paid. */
export const MAX_SEND_DRAFTS = 20;
/**
 * The most withdraw drafts of one user, without those whose invoice was given to the other side.
 */
export const MAX_WITHDRAW_DRAFTS = 20;
/** The most questions of one user to servers of payees at the same time. */
export const MAX_SEND_LOOK_UPS = 4;

/** The time for which a page waits for a payment before it shows that it is on its way. */
export const PAGE_PAYMENT_WAIT_SEC = 3;

/** The number of newest payments, by hand and of all, whose payees are offered again. */
export const RECENT_PAYMENTS = 100;
/** Payees that Send offers, of those last paid and of contacts each. */
export const OFFERED_PAYEES = 6;
