import { DAY_MS } from '../base/durations.ts';

/** Limits of this feature. Those that several features use stand in base/. */

/** An order of the operator for which no invoice is known by then is given up. */
export const PAY_ORDER_LIFE_SEC = 60;
/** An order that is unpaid by then is never paid, however late its job is tried again. */
export const PAY_ORDER_DEADLINE_SEC = 600;
/** Orders and drafts are removed this long after they were made. */
export const KEEP_PAID_DRAFTS_MS = 30 * DAY_MS;
/** What people pay on pages without proving who they are adds up for this long. */
export const UNPROVED_MS = DAY_MS;
/** A withdraw link waits this long for its user to choose an amount. */
export const WITHDRAW_DRAFT_LIFE_MS = DAY_MS;
/** What people are about to send waits this long for their payment. */
export const SEND_DRAFT_LIFE_MS = 30 * 60_000;
/** Drafts of one user, without those that were paid. */
export const MAX_SEND_DRAFTS = 20;
/** Per user, without those whose invoice was given to the other side. */
export const MAX_WITHDRAW_DRAFTS = 20;
/** Per user: questions to servers of payees at the same time. */
export const MAX_SEND_LOOK_UPS = 4;

/** A page waits this long for a payment before it shows that it is on its way. */
export const PAGE_PAYMENT_WAIT_SEC = 3;

/** Payees of so many payments, the newest ones by hand and of all, are offered again. */
export const RECENT_PAYMENTS = 100;
/** Payees that Send offers, of those last paid and of contacts each. */
export const OFFERED_PAYEES = 6;
