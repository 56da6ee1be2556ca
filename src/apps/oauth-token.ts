import { sha256 } from '@noble/hashes/sha2.js';
import { base64urlnopad } from '@scure/base';
import type { Random } from '../base/random.ts';

/**
 * Prefixes of secrets that apps receive, by which a leaked one can be recognised. Letters, digits,
 * `-` and `_` survive clients that put a secret into an address without encoding it.
 */
export const OAUTH_PREFIXES = {
  code: 'sat_ac_',
  access_token: 'sat_at_',
  refresh_token: 'sat_rt_',
} as const;

export type OauthSecret = keyof typeof OAUTH_PREFIXES;

/** The bytes of a secret: 256 bits, which need no salt and no slow hash. */
const SECRET_BYTES = 32;

export const newOauthSecret = (kind: OauthSecret, random: Random): string =>
  OAUTH_PREFIXES[kind] + base64urlnopad.encode(random.bytes(SECRET_BYTES));

export const isOauthSecret = (kind: OauthSecret, text: string): boolean =>
  text.startsWith(OAUTH_PREFIXES[kind]);

/** The hash under which a secret, or the id of an authorization request, is stored. */
export const hashOauthSecret = (secret: string): Uint8Array =>
  sha256(new TextEncoder().encode(secret));

/**
 * The life of a code, which is short because codes travel through the browser (RFC 6749, 4.1.2).
 */
export const CODE_TTL_SEC = 60;
/** The life of a refresh token, which starts again with each refresh. */
export const REFRESH_TOKEN_TTL_SEC = 30 * 86_400;
/** The time that a signed-in user has to decide about an authorization request. */
export const REQUEST_TTL_SEC = 3600;
/**
 * The time to sign in or up for an authorization request. It is short, as anyone can send requests.
 */
export const UNSEEN_REQUEST_TTL_SEC = 900;
