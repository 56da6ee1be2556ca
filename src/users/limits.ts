/** Limits of users. Limits that several features use are in base/. */

/**
 * The most that a page sends without asking again who is sending, unless the user chose another
 * amount.
 */
export const CONFIRM_ABOVE_SAT = 100_000n;
