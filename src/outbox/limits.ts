import { DAY_MS, MINUTE_MS } from '../base/durations.ts';

/** Limits of outgoing mail. Those that several features use stand in base/. */

/** The time for which a mail is tried, unless its link ends sooner. */
export const MAIL_LIFE_MS = 3 * DAY_MS;
/** The time for which people who asked for a mail wait to hear whether it has left. */
export const ANSWER_WITHIN_MS = 10_000;
/** Tries at once that one process makes; beyond them, a mail waits for a worker. */
export const MAX_TRIES_AT_ONCE = 4;
/** The time after which a worker takes a mail over, so that the try at once has ended by then. */
export const TAKEN_OVER_AFTER_MS = MINUTE_MS;
/** The time after the end of a mail when its row is removed, if no job has done so. */
export const KEEP_OVERDUE_MS = DAY_MS;
/** The most tries of a mail, which are more than the pauses between them leave time for. */
export const MAX_MAIL_TRIES = 200;
/** The time without any mail that has left after which the operator is told. */
export const TELL_AFTER_MS = 15 * MINUTE_MS;
