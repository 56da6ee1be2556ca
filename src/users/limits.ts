/** Limits of this feature. Those that several features use stand in base/. */

/** Sending more than this on a page asks again who sends, unless they chose another amount. */
export const CONFIRM_ABOVE_SAT = 100_000n;
