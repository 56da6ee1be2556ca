/** Limits of this feature. Those that several features use stand in base/. */

/** Records of the node that a comparison looks up in one statement. */
export const NODE_PAGE = 500;
/** Receipts from before a start of the node that are checked: did the node keep the money? */
export const MAX_LOOKED_AT_RECEIPTS = 100;
/** Receipts from before a start of the node are looked for among this many of the newest ones. */
export const MAX_SKIMMED_RECEIPTS = 1000;
/** Further differences are only listed. */
export const MAX_DIFFERENCE_ALARMS = 50;
