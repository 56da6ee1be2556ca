import { DAY_MS, MINUTE_MS } from '../base/durations.ts';

/** Limits of accounts and sign-in. Limits that several features use are in base/. */

/**
 * The rate of wrong passwords for one account from a larger network (a range of IP addresses that
 * contains many callers). It is lower than the limit of the account over all networks, so that one
 * such network cannot keep all others from trying.
 */
export const LARGE_NETWORK_PASSWORD_ATTEMPTS = { burst: 30, everyMs: 120_000 };
/**
 * The number of passwords that may wait to be hashed from known browsers, which are those in which
 * their users have signed in before. The queue has places for them that others cannot take.
 */
export const MAX_WAITING_KNOWN_PASSWORDS = 64;

/** The longest life of a signed-in session, however often it is used. */
export const SESSION_MS = 30 * DAY_MS;
/** The time without use after which a session ends, even if its longest life is not over. */
export const SESSION_IDLE_MS = 7 * DAY_MS;
/** The life of a session in which no one is signed in. */
export const GUEST_SESSION_MS = 60 * MINUTE_MS;
/** The life of a session after the password, while the second factor is missing. */
export const HALF_SESSION_MS = 10 * MINUTE_MS;
/** The time after confirming who they are during which a user may do dangerous things. */
export const CONFIRMATION_MS = 15 * MINUTE_MS;
/**
 * The time for which a password counts as typed for a series of similar decisions, such as payments
 * that wait for approval.
 */
export const RECENT_PASSWORD_MS = 5 * MINUTE_MS;
/** The time of a session's last use is written at most this often, to save writes. */
export const SESSION_NOTE_MS = MINUTE_MS;
export const MAX_DEVICE_LENGTH = 200;
export const CHALLENGE_MS = 5 * MINUTE_MS;
export const MAX_PASSKEYS = 20;
/**
 * The greatest length of a browser's answer about a passkey. Even an answer with an attestation,
 * which is not asked for, is far shorter.
 */
export const MAX_PASSKEY_ANSWER_LENGTH = 16_384;

export const SET_UP_LINK_MS = DAY_MS;
export const INVITATION_MS = 7 * DAY_MS;
/**
 * The time after the end of an invitation during which admins still see it, and whether it was
 * used.
 */
export const KEEP_INVITATIONS_MS = 90 * DAY_MS;
export const SIGN_UP_LINK_MS = DAY_MS;
export const RESET_LINK_MS = 60 * MINUTE_MS;
/** The life of a link for a new password that the operator hands over in person. */
export const HANDED_RESET_LINK_MS = DAY_MS;
export const EMAIL_LINK_MS = DAY_MS;

/**
 * The rate of wrong passwords for one account from one network, or from one known browser, in which
 * the user has signed in before.
 */
export const PASSWORD_ATTEMPTS = { burst: 10, everyMs: MINUTE_MS };
/**
 * The rate of wrong passwords for one account from all networks together. Known browsers, in which
 * the user has signed in before, are not included.
 */
export const ACCOUNT_PASSWORD_ATTEMPTS = { burst: 50, everyMs: MINUTE_MS };
/** The rate of wrong codes for one account. Only those who know its password can try any. */
export const CODE_ATTEMPTS = { burst: 5, everyMs: 10 * MINUTE_MS };
/** The rate at which one IP address may try passwords, codes and passkeys, over all accounts. */
export const ADDRESS_GUESSES = { burst: 50, perSec: 1 / 3 };
/** The rate at which sessions are stored for guests of one IP address. */
export const ADDRESS_GUESTS = { burst: 100, perSec: 1 };
/** The rate of authorization requests per IP address; each is stored until answered or expired. */
export const ADDRESS_AUTHORIZATION_REQUESTS = { burst: 100, perSec: 1 };
/** The rate of sign-ups and requests for a new password per IP address. */
export const ADDRESS_SIGN_UPS = { burst: 10, perSec: 1 / 60 };
/** The rates, per IP address, of requests by which strangers could guess secrets or cause costs. */
export const ADDRESS_RATES = {
  guess: ADDRESS_GUESSES,
  guest: ADDRESS_GUESTS,
  authorization_request: ADDRESS_AUTHORIZATION_REQUESTS,
  sign_up: ADDRESS_SIGN_UPS,
};
/**
 * The rate of mails to one e-mail address, for mails that anyone can cause, such as those with a
 * link for a new password.
 */
export const MAIL_ATTEMPTS = { burst: 3, everyMs: 20 * MINUTE_MS };
/** The most passwords that wait to be hashed. Further ones are turned away. */
export const MAX_WAITING_PASSWORDS = 64;
