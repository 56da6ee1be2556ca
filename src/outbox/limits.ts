import { DAY_MS, MINUTE_MS } from '../base/durations.ts';

/** Limits of outgoing mail. Limits that several features use are in base/. */

/** The time for which a mail is tried, unless its link ends sooner. */
export const MAIL_LIFE_MS = 3 * DAY_MS;
/** The time for which people who asked for a mail wait to be told whether it has left. */
export const ANSWER_WITHIN_MS = 10_000;
/**
 * The most mails that one process tries to send at once, while people wait; beyond them, a mail
 * waits for a worker.
 */
export const MAX_TRIES_AT_ONCE = 4;
/** The time after which a worker takes a mail over, by when the first try has ended. */
export const TAKEN_OVER_AFTER_MS = MINUTE_MS;
/** The time after the end of a mail's life when its row is removed, if no job has done so. */
export const KEEP_OVERDUE_MS = DAY_MS;
/** The most tries to send a mail: more than the pauses between them leave time for. */
export const MAX_MAIL_TRIES = 200;
/** The time in which no mail has left, after which the operator is told. */
export const TELL_AFTER_MS = 15 * MINUTE_MS;
