/** Limits of Lightning. Those that several features use stand in base/. */

/** The most bytes of a boostagram, far more than an onion can carry. */
export const MAX_BOOSTAGRAM_BYTES = 65_536;
/** The deepest boostagram. bLIP 10 is flat; anything deeper is meant to overflow a stack. */
export const MAX_BOOSTAGRAM_DEPTH = 16;
