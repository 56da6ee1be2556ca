/**
 * Limits of what is read from the node, such as its list of payments. Limits that several features
 * use are in base/.
 */

/** The most payments or invoices of the node that one SQL statement compares with the database. */
export const NODE_PAGE = 500;
/**
 * The most credited receipts that are checked after a restart of the node, in case the node has
 * given the money back.
 */
export const MAX_LOOKED_AT_RECEIPTS = 100;
/**
 * The number of newest receipts that are read to find those that settled before the node was
 * started.
 */
export const MAX_SKIMMED_RECEIPTS = 1000;
/**
 * The most differences between node and database that raise an alarm each; further ones are only
 * listed.
 */
export const MAX_DIFFERENCE_ALARMS = 50;
