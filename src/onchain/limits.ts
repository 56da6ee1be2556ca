/** Limits of on-chain payments. Limits that several features use are in base/. */

/** The longest time that a payer waits for the node to estimate the fees. */
export const QUOTE_MS = 8000;
