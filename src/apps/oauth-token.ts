import { sha256 } from '@noble/hashes/sha2.js';
import { base64urlnopad } from '@scure/base';
import type { Random } from '../base/random.ts';

/**
 * Prefixes of the secrets that apps receive, by which a leaked secret can be recognised. They have
 * only letters, digits, `-` and `_`, so that they survive apps that put a secret into a URL without
 * encoding it.
 */
export const OAUTH_PREFIXES = {
  code: 'sat_ac_',
  access_token: 'sat_at_',
  refresh_token: 'sat_rt_',
} as const;

export type OauthSecret = keyof typeof OAUTH_PREFIXES;

/**
 * The number of random bytes in a secret. With 256 bits, no salt and no slow hash is needed to
 * store it.
 */
const SECRET_BYTES = 32;

export const newOauthSecret = (kind: OauthSecret, random: Random): string =>
  OAUTH_PREFIXES[kind] + base64urlnopad.encode(random.bytes(SECRET_BYTES));

export const isOauthSecret = (kind: OauthSecret, text: string): boolean =>
  text.startsWith(OAUTH_PREFIXES[kind]);

/** The hash under which a secret, or the id of an authorization request, is stored. */
export const hashOauthSecret = (secret: string): Uint8Array =>
  sha256(new TextEncoder().encode(secret));

/**
 * The life of an authorization code. It is short because codes travel through the browser (RFC
 * 6749, 4.1.2).
 */
export const CODE_TTL_SEC = 60;
/** The life of a refresh token. Each refresh gives a new token with a new life. */
export const REFRESH_TOKEN_TTL_SEC = 30 * 86_400;
/** The time that a signed-in user has to answer an authorization request. */
export const REQUEST_TTL_SEC = 3600;
/**
 * The time in which a person has to sign in or sign up for an authorization request. It is short
 * because anyone can send such requests, and each is stored.
 */
export const UNSEEN_REQUEST_TTL_SEC = 900;
