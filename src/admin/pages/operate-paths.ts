export const OVERVIEW_PATH = '/operate';
/** Paths of the pages that explain the figures on the operators' overview. */
export const NODE_PATH = '/operate/node';
export const FUND_NODE_PATH = '/operate/node/fund';
export const NODE_ADDRESS_PATH = '/operate/node/fund/address';
export const OPEN_CHANNEL_PATH = '/operate/node/channels/open';
export const CHANNEL_BACKUP_PATH = '/operate/node/channels/backup';
/**
 * The path of the page on which a channel is closed. The channel is named by its funding output, as
 * `txid:index`.
 */
export const closeChannelPath = (channel: string): string =>
  `/operate/node/channels/${channel}/close`;
export const BUY_CHANNEL_PATH = '/operate/node/channels/buy';
export const CHANNEL_ORDERS_PATH = '/operate/node/channels/bought';
export const payChannelPath = (id: string, way: string): string =>
  `/operate/node/channels/bought/${id}/pay/${way}`;
export const PAYMENTS_PATH = '/operate/payments';
/**
 * The path below which operators act on withdrawals, which send users' bitcoin to addresses. The
 * list of payments shows the withdrawals that are under way.
 */
export const WITHDRAWALS_PATH = '/operate/withdrawals';
export const ALARMS_PATH = '/operate/alarms';
export const USERS_PATH = '/operate/users';
export const UNCLAIMED_PATH = '/operate/unclaimed';
export const DELIVERIES_PATH = '/operate/webhooks';
export const JOBS_PATH = '/operate/jobs';
export const BOOKS_PATH = '/operate/books';
export const LOG_PATH = '/operate/log';
export const STOP_PATH = '/operate/stop';
export const ALLOW_PATH = '/operate/allow';
export const SAFETY_PATH = '/operate/safety';
export const OUTFLOW_LIMITS_PATH = '/operate/safety/limits';
export const ALLOW_OUTFLOW_PATH = '/operate/outflow/allow';
export const LOCKDOWN_PATH = '/operate/lockdown';
export const BACKUP_PATH = '/operate/books/backup';
export const BACKUP_SCHEDULE_PATH = '/operate/books/schedule';
export const CHECK_PATH = '/operate/books/check';
export const HIDE_STEPS_PATH = '/operate/first-steps/hide';
export const SHOW_STEPS_PATH = '/operate/first-steps/show';
export const SETTINGS_PATH = '/operate/settings';

/** The path of the list of settings, limited to those whose name or description contains a text. */
export const settingsPath = (part: string): string => `${SETTINGS_PATH}?q=${part}`;
