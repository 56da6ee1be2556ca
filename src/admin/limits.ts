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
