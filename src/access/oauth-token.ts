import { sha256 } from '@noble/hashes/sha2.js';
import { base64urlnopad } from '@scure/base';
import type { Random } from '../base/random.ts';

/**
 * What apps are given. A leaked one names itself; letters, digits, `-` and `_` survive clients that
 * put it into an address without encoding it.
 */
export const OAUTH_PREFIXES = {
  code: 'sat_ac_',
  access_token: 'sat_at_',
  refresh_token: 'sat_rt_',
} as const;

export type OauthSecret = keyof typeof OAUTH_PREFIXES;

/** 256 bits: they need no salt and no slow hash. */
const SECRET_BYTES = 32;

export const newOauthSecret = (kind: OauthSecret, random: Random): string =>
  OAUTH_PREFIXES[kind] + base64urlnopad.encode(random.bytes(SECRET_BYTES));

export const isOauthSecret = (kind: OauthSecret, text: string): boolean =>
  text.startsWith(OAUTH_PREFIXES[kind]);

/** What is stored of it, and of the id of an authorization request. */
export const hashOauthSecret = (secret: string): Uint8Array =>
  sha256(new TextEncoder().encode(secret));

/** RFC 6749, 4.1.2: short; a code travels through the browser. */
export const CODE_TTL_SEC = 60;
/** Begins anew with each refresh. */
export const REFRESH_TOKEN_TTL_SEC = 30 * 86_400;
/** Time to decide for someone who is signed in. */
export const REQUEST_TTL_SEC = 3600;
/** Time to sign in, or up: anybody can ask, so what no one comes to answer goes sooner. */
export const UNSEEN_REQUEST_TTL_SEC = 900;
