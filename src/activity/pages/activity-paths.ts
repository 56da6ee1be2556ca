import { ACTIVITY_PATH } from '../../web/pages/paths.ts';

/** The path of the page Activity when it shows only open invoices. */
export const WAITING_PATH = `${ACTIVITY_PATH}?state=waiting`;

/** The path of the movements as a CSV file, which src/statements/ writes. */
export const ACTIVITY_CSV_PATH = `${ACTIVITY_PATH}.csv`;

/** The path of the page about one record, or about a payment that has no record. */
export const activityPath = (identifier: string): string => `${ACTIVITY_PATH}/${identifier}`;
/** The path to which a form posts in order to hide or show amounts in one browser. */
export const HIDE_AMOUNTS_PATH = '/hide-amounts';
