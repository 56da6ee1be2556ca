/** Limits of Lightning. Limits that several features use are in base/. */

/**
 * The greatest size of a boostagram (a message with a podcast payment), which is far more than an
 * onion can carry.
 */
export const MAX_BOOSTAGRAM_BYTES = 65_536;
/**
 * The greatest depth of the JSON of a boostagram (a message with a podcast payment). bLIP 10 is
 * flat; anything deeper is meant to overflow a stack.
 */
export const MAX_BOOSTAGRAM_DEPTH = 16;
/**
 * The highest fee rate that an operator may enter. Rates never stayed this high for long, so a
 * higher number is a typing error.
 */
export const MAX_SAT_PER_VBYTE = 1000n;
