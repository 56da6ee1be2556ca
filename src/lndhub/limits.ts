/** Limits of the LndHub interface. Limits that several features use are in base/. */

/** The most bytes in the body of a log-in, which is a login and password, or a token. */
export const MAX_LNDHUB_LOGIN_BYTES = 4096;

/**
 * The rate limit for failed log-ins from one network of clients, and for successful log-ins of one
 * device. It is generous, because BitBanana logs in again after each failed call.
 */
export const LNDHUB_LOGINS = { burst: 50, perSec: 1 };
/** The most networks and devices whose log-ins are counted at the same time. */
export const MAX_LNDHUB_LOGIN_KEYS = 20_000;
/**
 * The greatest length of a password or token that is looked up in the database. Valid ones are
 * shorter.
 */
export const MAX_LNDHUB_SECRET_LENGTH = 200;
/**
 * The time for which a call waits for its payment to end. BitBanana gives up after ten seconds, and
 * would then send the payment again.
 */
export const LNDHUB_WAIT_SEC = 8;
/**
 * The number of items in a list if the app names no limit. MAX_LNDHUB_LIST_ITEMS is the highest
 * limit, and also the number of newest on-chain transactions that are listed among payments.
 */
export const LNDHUB_LIST_ITEMS = 100;
export const MAX_LNDHUB_LIST_ITEMS = 200;
