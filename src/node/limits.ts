/** Limits of what is read from the node. Those that several features use stand in base/. */

/** Records of the node that a comparison looks up in one statement. */
export const NODE_PAGE = 500;
/**
 * The most receipts from before a start of the node that are checked: did the node keep the money?
 */
export const MAX_LOOKED_AT_RECEIPTS = 100;
/**
 * The number of newest receipts among which those from before a start of the node are looked for.
 */
export const MAX_SKIMMED_RECEIPTS = 1000;
/** The most differences that raise an alarm; further ones are only listed. */
export const MAX_DIFFERENCE_ALARMS = 50;
