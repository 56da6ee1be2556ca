/** Limits of users. Those that several features use stand in base/. */

/**
 * The most that is sent on a page without asking again who sends, unless they chose another amount.
 */
export const CONFIRM_ABOVE_SAT = 100_000n;
