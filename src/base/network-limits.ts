/** Limits by the size of a network; see limits.ts for those of the narrowest one. */

/** Wrong passwords for one account from a larger network: each leaves some to other networks. */
export const LARGE_NETWORK_PASSWORD_ATTEMPTS = { burst: 30, everyMs: 120_000 };
/** Passwords waiting to be hashed, of users in browsers where they have signed in before. */
export const MAX_WAITING_KNOWN_PASSWORDS = 64;
