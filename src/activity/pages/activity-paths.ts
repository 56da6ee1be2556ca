export const ACTIVITY_PATH = '/activity';

/** The page of a record, or of a payment that has none. */
export const activityPath = (identifier: string): string => `${ACTIVITY_PATH}/${identifier}`;
/** Shows or hides amounts in one browser. */
export const HIDE_AMOUNTS_PATH = '/hide-amounts';
