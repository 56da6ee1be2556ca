/** Limits of this feature. Those that several features use stand in base/. */

/** The time for which a payer waits until the node has said what each speed costs. */
export const QUOTE_MS = 8000;
