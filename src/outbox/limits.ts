import { DAY_MS, MINUTE_MS } from '../base/durations.ts';

/** Limits of outgoing mail. Limits that several features use are in base/. */

/**
 * The time for which sending a mail is tried. If the link in the mail expires sooner, trying ends
 * then.
 */
export const MAIL_LIFE_MS = 3 * DAY_MS;
/** The time for which a page waits for the result of sending a mail. */
export const ANSWER_WITHIN_MS = 10_000;
/**
 * The most mails that one process is sending at once for waiting people. Further mails are left to
 * a worker.
 */
export const MAX_TRIES_AT_ONCE = 4;
/**
 * The time after which a worker tries a mail that was not sent at once. By then, the first try has
 * ended.
 */
export const TAKEN_OVER_AFTER_MS = MINUTE_MS;
/**
 * The time after which the row of an expired mail is removed, in case its job did not remove it.
 */
export const KEEP_OVERDUE_MS = DAY_MS;
/**
 * The most tries to send a mail. The pauses between tries allow fewer within a mail's life, so this
 * limit is not reached in practice.
 */
export const MAX_MAIL_TRIES = 200;
/** The time for which mail must have failed before the operator is told. */
export const TELL_AFTER_MS = 15 * MINUTE_MS;
