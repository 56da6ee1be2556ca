export const ACTIVITY_PATH = '/activity';

/** The page of a record, or of a payment that has none. */
export const activityPath = (identifier: string): string => `${ACTIVITY_PATH}/${identifier}`;
