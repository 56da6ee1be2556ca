export const ACTIVITY_PATH = '/activity';

/** The path of the open invoices on the page Activity. */
export const WAITING_PATH = `${ACTIVITY_PATH}?state=waiting`;

/** The rows of the list as a file; its page is in src/statements/. */
export const ACTIVITY_CSV_PATH = `${ACTIVITY_PATH}.csv`;

/** The page of a record, or of a payment that has none. */
export const activityPath = (identifier: string): string => `${ACTIVITY_PATH}/${identifier}`;
/** Shows or hides amounts in one browser. */
export const HIDE_AMOUNTS_PATH = '/hide-amounts';
