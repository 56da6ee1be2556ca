export const ACTIVITY_PATH = '/activity';

/** The open invoices among it. */
export const WAITING_PATH = `${ACTIVITY_PATH}?state=waiting`;

/** The page of a record, or of a payment that has none. */
export const activityPath = (identifier: string): string => `${ACTIVITY_PATH}/${identifier}`;
