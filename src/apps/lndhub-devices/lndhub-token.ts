import { sha256 } from '@noble/hashes/sha2.js';
import { base32nopad, base64urlnopad } from '@scure/base';
import { maySpend, type Scope } from '../../authorization/scope.ts';
import { assert } from '../../base/assert.ts';
import type { Random } from '../../base/random.ts';

/**
 * The user name of a device, which apps show. They take `invoice` for a wallet that cannot spend.
 */
export type LndhubLogin = 'wallet' | 'invoice';

export const lndhubLoginOf = (connection: { readonly scopes: readonly Scope[] }): LndhubLogin =>
  maySpend(connection) ? 'wallet' : 'invoice';

/**
 * The bytes of a password: 160 bits, written as 32 letters and digits, as some apps read nothing
 * else.
 */
const PASSWORD_BYTES = 20;

/** Makes a password from secret bytes, of which it uses the first 20. */
export function lndhubPasswordOf(seed: Uint8Array): string {
  assert(seed.length >= PASSWORD_BYTES, 'as many as a password has');
  return base32nopad.encode(seed.subarray(0, PASSWORD_BYTES)).toLowerCase();
}

/** The path of LndHub's calls, below the public URL of the API. */
export const LNDHUB_PREFIX = '/lndhub/ext';

/**
 * Writes the link that connects a phone wallet. The slash at its end matters: BitBanana appends the
 * name of a call to the text as it stands.
 */
export const lndhubLink = (login: LndhubLogin, password: string, baseUrl: string): string =>
  `lndhub://${login}:${password}@${baseUrl}${LNDHUB_PREFIX}/`;

/** Prefixes that say what a token is, so that a leaked one can be recognised. */
const TOKEN_PREFIXES = { access: 'sat_la_', refresh: 'sat_lr_' } as const;
export type LndhubTokenKind = keyof typeof TOKEN_PREFIXES;
const TOKEN_BYTES = 32;

export const newLndhubToken = (kind: LndhubTokenKind, random: Random): string =>
  TOKEN_PREFIXES[kind] + base64urlnopad.encode(random.bytes(TOKEN_BYTES));

export const isLndhubToken = (kind: LndhubTokenKind, text: string): boolean =>
  text.startsWith(TOKEN_PREFIXES[kind]);

/**
 * The hash under which a password or token is stored: so many random bits need no salt and no slow
 * hash.
 */
export const hashLndhubSecret = (secret: string): Uint8Array =>
  sha256(new TextEncoder().encode(secret));

/**
 * The life of an access token. It is long, as some apps log in when they connect and never again.
 */
export const LNDHUB_ACCESS_TTL_SEC = 7 * 86_400;
/** The life of a refresh token, which starts again with each refresh. */
export const LNDHUB_REFRESH_TTL_SEC = 30 * 86_400;
