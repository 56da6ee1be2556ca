/** Limits of LndHub. Those that several features use stand in base/. */

/** The most bytes of a log-in: a login and a password, or a token. */
export const MAX_LNDHUB_LOGIN_BYTES = 4096;

/**
 * The rates of log-ins that fail, per network, and of those that succeed, per device. BitBanana
 * logs in after each call that fails.
 */
export const LNDHUB_LOGINS = { burst: 50, perSec: 1 };
/** The most networks and devices whose rate of log-ins is remembered. */
export const MAX_LNDHUB_LOGIN_KEYS = 20_000;
/** The greatest length of a secret that is looked up; passwords and tokens are shorter. */
export const MAX_LNDHUB_SECRET_LENGTH = 200;
/**
 * The time for which a call waits for its payment: BitBanana gives up after ten seconds, and would
 * send it again.
 */
export const LNDHUB_WAIT_SEC = 8;
/**
 * The number of items in a list if the app asks for no number, and the most that it may ask for.
 * As many of the newest transactions on the chain are listed among payments.
 */
export const LNDHUB_LIST_ITEMS = 100;
export const MAX_LNDHUB_LIST_ITEMS = 200;
