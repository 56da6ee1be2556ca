/** Where the numbers of the overview are explained. */
export const NODE_PATH = '/operate/node';
export const PAYMENTS_PATH = '/operate/payments';
export const ALARMS_PATH = '/operate/alarms';
export const USERS_PATH = '/operate/users';
export const UNCLAIMED_PATH = '/operate/unclaimed';
export const DELIVERIES_PATH = '/operate/webhooks';
export const JOBS_PATH = '/operate/jobs';
export const BOOKS_PATH = '/operate/books';
export const LOG_PATH = '/operate/log';
export const STOP_PATH = '/operate/stop';
export const ALLOW_PATH = '/operate/allow';
export const CHECK_PATH = '/operate/books/check';
