/** Limits of the operators' pages. Limits that several features use are in base/. */

/** The number of rows on one page of a list on the operators' pages (/operate). */
export const OPERATE_ROWS = 50;
/**
 * The most users through which one search for a part of a name looks. A user whose whole address or
 * name was typed is found by an index, however many users there are.
 */
export const SEARCHED_USERS = 10_000;
/** The longest text by which admins can search for users. */
export const MAX_OPERATE_SEARCH = 200;
/** The most failing webhook endpoints that are read and grouped by host. */
export const MAX_FAILING_ENDPOINTS = 1000;
/** The number of scheduled backups, newest first, that the page of backups lists. */
export const SHOWN_BACKUP_RUNS = 20;
/** The most database tables that the list of table sizes shows, the largest first. */
export const MAX_SHOWN_TABLES = 100;
/** The most apps that the page of one user lists, and the most sessions, tokens and endpoints. */
export const MAX_SHOWN_OF_USER = 100;
/** The most open invitations that the page of users shows, and the most past ones. */
export const MAX_SHOWN_INVITATIONS = 50;
/** The most admins that the filter of the log of operators' actions offers. */
export const MAX_SHOWN_ADMINS = 50;

export const SHOWN_CHANNELS = 100;
/** The most orders for channels that the page of these orders shows, newest first. */
export const SHOWN_CHANNEL_ORDERS = 10;

/**
 * The number of an admin's records, newest first, in which the first steps look for a payment from
 * or to another node.
 */
export const LOOKED_AT_RECORDS = 1000;
/**
 * The smallest channel that operators can open. LND refuses smaller ones, and fees would use them
 * up.
 */
export const MIN_CHANNEL_SAT = 20_000n;
/**
 * The size that is proposed for the first channel: large enough to be worth the fees of opening it.
 */
export const PROPOSED_CHANNEL_SAT = 200_000n;
/**
 * The sats that LND sets aside for each channel, to pay for closing it when fees are high, and the
 * most that it sets aside for all channels.
 */
export const RESERVE_PER_CHANNEL_SAT = 10_000n;
export const MAX_RESERVE_SAT = 100_000n;
/** The usual sizes of the transactions that open and close a channel, in virtual bytes. */
export const OPENING_VBYTES = 160n;
export const CLOSING_VBYTES = 180n;
/**
 * The age of the node's newest block from which the node is considered to have lost the chain: see
 * src/node/watch-chain.ts.
 */
export const STALE_BLOCK_SEC = 3 * 3600;
/**
 * The average time between two blocks, and from it the numbers of blocks in a day and in a month.
 */
export const BLOCK_SEC = 600;
export const DAY_BLOCKS = 86_400 / BLOCK_SEC;
export const MONTH_BLOCKS = 30 * DAY_BLOCKS;
/**
 * For how many months operators may ask a provider to keep a channel open, and the number of months
 * that is proposed.
 */
export const CHANNEL_MONTHS = ['1', '3', '6', '12'] as const;
export const PROPOSED_CHANNEL_MONTHS = '3';
