/** Limits of users. Limits that several features use are in base/. */

/**
 * The most that a user sends from a page without proving who they are, unless they chose another
 * amount.
 */
export const CONFIRM_ABOVE_SAT = 100_000n;
