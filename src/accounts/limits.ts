import { DAY_MS, MINUTE_MS } from '../base/durations.ts';

/** Limits of this feature. Those that several features use stand in base/. */

/** Wrong passwords for one account from a larger network: each leaves some to other networks. */
export const LARGE_NETWORK_PASSWORD_ATTEMPTS = { burst: 30, everyMs: 120_000 };
/** Passwords waiting to be hashed, of users in browsers where they have signed in before. */
export const MAX_WAITING_KNOWN_PASSWORDS = 64;

/** Maximum lifetime of a session, however often it is used. */
export const SESSION_MS = 30 * DAY_MS;
/** A session ends earlier when it is unused for this long. */
export const SESSION_IDLE_MS = 7 * DAY_MS;
/** A session in which no one is signed in. */
export const GUEST_SESSION_MS = 60 * MINUTE_MS;
/** Between password and second factor. */
export const HALF_SESSION_MS = 10 * MINUTE_MS;
/** How long after confirming their identity a user may do what is dangerous. */
export const CONFIRMATION_MS = 15 * MINUTE_MS;
/** The use of a session is recorded no more often than this. */
export const SESSION_NOTE_MS = MINUTE_MS;
export const MAX_DEVICE_LENGTH = 200;
export const CHALLENGE_MS = 5 * MINUTE_MS;
export const MAX_PASSKEYS = 20;
/** A browser's answer about a key; even an unrequested attestation is far shorter. */
export const MAX_PASSKEY_ANSWER_LENGTH = 16_384;

export const SET_UP_LINK_MS = DAY_MS;
export const INVITATION_MS = 7 * DAY_MS;
/** Admins see what became of an invitation for this long after it would have expired. */
export const KEEP_INVITATIONS_MS = 90 * DAY_MS;
export const SIGN_UP_LINK_MS = DAY_MS;
export const RESET_LINK_MS = 60 * MINUTE_MS;
/** For a reset link that the operator hands over in person. */
export const HANDED_RESET_LINK_MS = DAY_MS;
export const EMAIL_LINK_MS = DAY_MS;

/** Wrong passwords for one account from one network, or from one known browser. */
export const PASSWORD_ATTEMPTS = { burst: 10, everyMs: MINUTE_MS };
/** Wrong passwords for one account from all networks together, not counting known browsers. */
export const ACCOUNT_PASSWORD_ATTEMPTS = { burst: 50, everyMs: MINUTE_MS };
/** Wrong codes for one account, which only those who know the password can try. */
export const CODE_ATTEMPTS = { burst: 5, everyMs: 10 * MINUTE_MS };
/** Passwords, codes and keys that one IP address tries, over all accounts. */
export const ADDRESS_GUESSES = { burst: 50, perSec: 1 / 3 };
/** Guests per IP address for whom something is stored. */
export const ADDRESS_GUESTS = { burst: 100, perSec: 1 };
/** Authorization requests per IP address; each is stored until it is answered or expires. */
export const ADDRESS_AUTHORIZATION_REQUESTS = { burst: 100, perSec: 1 };
/** Sign-ups and forgotten passwords per IP address. */
export const ADDRESS_SIGN_UPS = { burst: 10, perSec: 1 / 60 };
/** What one address may ask for that guesses secrets or costs others. */
export const ADDRESS_RATES = {
  guess: ADDRESS_GUESSES,
  guest: ADDRESS_GUESTS,
  authorization_request: ADDRESS_AUTHORIZATION_REQUESTS,
  sign_up: ADDRESS_SIGN_UPS,
};
/** Mails to one address that anyone can request. */
export const MAIL_ATTEMPTS = { burst: 3, everyMs: 20 * MINUTE_MS };
/** Passwords waiting to be hashed; further ones are turned away. */
export const MAX_WAITING_PASSWORDS = 64;
