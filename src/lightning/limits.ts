/** Limits of Lightning. Those that several features use stand in base/. */

/**
 * The greatest size of a boostagram, a podcast payment's message: far more than an onion can carry.
 */
export const MAX_BOOSTAGRAM_BYTES = 65_536;
/**
 * The greatest depth of a boostagram, a podcast payment's message. bLIP 10 is flat; anything deeper
 * is meant to overflow a stack.
 */
export const MAX_BOOSTAGRAM_DEPTH = 16;
/**
 * The highest fee rate that may be typed: blocks were never that full for long, so a higher one is
 * a slip of the hand.
 */
export const MAX_SAT_PER_VBYTE = 1000n;
