/** Limits of the operators' pages. Limits that several features use are in base/. */

/** The number of rows on one page of a list below /operate. */
export const OPERATE_ROWS = 50;
/**
 * The most users that one search looks through for parts of names. A whole address or name is found
 * beside this.
 */
export const SEARCHED_USERS = 10_000;
/** The longest text that admins can search users for. */
export const MAX_OPERATE_SEARCH = 200;
/** The most failing webhook endpoints that are read and grouped by host. */
export const MAX_FAILING_ENDPOINTS = 1000;
/** The number of newest scheduled backups that the page of backups lists. */
export const SHOWN_BACKUP_RUNS = 20;
/** The most tables in the list of table sizes, largest first. */
export const MAX_SHOWN_TABLES = 100;
/** The most apps, and as many sessions, tokens and endpoints, that the page of one user lists. */
export const MAX_SHOWN_OF_USER = 100;
/** The most invitations that are shown, open ones and past ones. */
export const MAX_SHOWN_INVITATIONS = 50;
/** The most admins to choose from in the log. */
export const MAX_SHOWN_ADMINS = 50;

export const SHOWN_CHANNELS = 100;
/** The most bought channels that their page shows, newest first. */
export const SHOWN_CHANNEL_ORDERS = 10;

/**
 * The number of an admin's records, newest first, that are searched for their first payment from
 * outside.
 */
export const LOOKED_AT_RECORDS = 1000;
/** The smallest channel: LND refuses less, and fees would eat it up. */
export const MIN_CHANNEL_SAT = 20_000n;
/** The size that is proposed for a first channel: it is worth the fees of opening one. */
export const PROPOSED_CHANNEL_SAT = 200_000n;
/**
 * The sats that LND keeps for each channel, to pay for closing it when fees are high, and the most
 * for all.
 */
export const RESERVE_PER_CHANNEL_SAT = 10_000n;
export const MAX_RESERVE_SAT = 100_000n;
/** The usual sizes of the transactions that open and close a channel, in virtual bytes. */
export const OPENING_VBYTES = 160n;
export const CLOSING_VBYTES = 180n;
/**
 * The age of a node's newest block from which the node has lost the chain: see
 * src/node/watch-chain.ts.
 */
export const STALE_BLOCK_SEC = 3 * 3600;
/** The usual time between two blocks. */
export const BLOCK_SEC = 600;
export const DAY_BLOCKS = 86_400 / BLOCK_SEC;
export const MONTH_BLOCKS = 30 * DAY_BLOCKS;
