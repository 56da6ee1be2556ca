/** Limits of the operators' pages. Those that several features use stand in base/. */

/** Rows of one page of a list below /operate. */
export const OPERATE_ROWS = 50;
/** Users that one search looks through, beside those that it finds by a whole address or name. */
export const SEARCHED_USERS = 10_000;
/** The longest text that is searched for. */
export const MAX_OPERATE_SEARCH = 200;
/** Failing endpoints that are grouped by their hosts. */
export const MAX_FAILING_ENDPOINTS = 1000;
/** The newest runs of the schedule that are shown. */
export const SHOWN_BACKUP_RUNS = 20;
/** Tables in the list of sizes, largest first. */
export const MAX_SHOWN_TABLES = 100;
/** Grants, sessions, tokens and endpoints of one user. */
export const MAX_SHOWN_OF_USER = 100;
/** The most invitations that are shown, open ones and past ones. */
export const MAX_SHOWN_INVITATIONS = 50;
/** The most admins to choose from in the log. */
export const MAX_SHOWN_ADMINS = 50;

export const SHOWN_CHANNELS = 100;
/** Bought channels on their page, newest first. */
export const SHOWN_CHANNEL_ORDERS = 10;

/** Records of an admin that are looked at for the first payment from outside, newest first. */
export const LOOKED_AT_RECORDS = 1000;
/** The smallest channel: LND refuses less, and fees would eat it up. */
export const MIN_CHANNEL_SAT = 20_000n;
/** A first channel of this size is worth its fees. */
export const PROPOSED_CHANNEL_SAT = 200_000n;
/** Sats that LND keeps for each channel, to pay for closing it when fees are high. */
export const RESERVE_PER_CHANNEL_SAT = 10_000n;
export const MAX_RESERVE_SAT = 100_000n;
/** Usual sizes of the transactions that open and close a channel. */
export const OPENING_VBYTES = 160n;
export const CLOSING_VBYTES = 180n;
/** A node whose newest block is older has lost the chain: see src/node/watch-chain.ts. */
export const STALE_BLOCK_SEC = 3 * 3600;
/** The usual time between two blocks. */
export const BLOCK_SEC = 600;
