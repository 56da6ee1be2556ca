import { DAY_MS, MINUTE_MS } from '../base/durations.ts';

/** Limits of this feature. Those that several features use stand in base/. */

/** A mail is tried for this long, or until its link ends, if that is sooner. */
export const MAIL_LIFE_MS = 3 * DAY_MS;
/** People who asked for a mail wait this long to hear whether it has left. */
export const ANSWER_WITHIN_MS = 10_000;
/** Tries at once that one process makes; beyond them, a mail waits for a worker. */
export const MAX_TRIES_AT_ONCE = 4;
/** A worker takes a mail over after this, so the try at once has ended by then. */
export const TAKEN_OVER_AFTER_MS = MINUTE_MS;
/** A job looks at the end of a mail; a row that is left after this long has none. */
export const KEEP_OVERDUE_MS = DAY_MS;
/** More tries than the pauses between them leave time for. */
export const MAX_MAIL_TRIES = 200;
/** When no mail has left for this long, the operator is told. */
export const TELL_AFTER_MS = 15 * MINUTE_MS;
