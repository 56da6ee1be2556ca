import { sha256 } from '@noble/hashes/sha2.js';
import { base32nopad, base64urlnopad } from '@scure/base';
import { maySpend, type Scope } from '../../authorization/scope.ts';
import { assert } from '../../base/assert.ts';
import type { Random } from '../../base/random.ts';

/**
 * The login of a device, which apps show as its name. Apps treat a wallet with the login `invoice`
 * as one that cannot spend.
 */
export type LndhubLogin = 'wallet' | 'invoice';

export const lndhubLoginOf = (connection: { readonly scopes: readonly Scope[] }): LndhubLogin =>
  maySpend(connection) ? 'wallet' : 'invoice';

/**
 * The number of random bytes in a password. Its 160 bits are written as 32 letters and digits,
 * because some apps can read nothing else.
 */
const PASSWORD_BYTES = 20;

/** Makes a password from a secret seed, of which it uses the first 20 bytes. */
export function lndhubPasswordOf(seed: Uint8Array): string {
  assert(seed.length >= PASSWORD_BYTES, 'as many as a password has');
  return base32nopad.encode(seed.subarray(0, PASSWORD_BYTES)).toLowerCase();
}

/** The path below which LndHub is served, relative to the public URL of the API. */
export const LNDHUB_PREFIX = '/lndhub/ext';

/**
 * Writes the link that connects a phone wallet. It must end with a slash, because the app BitBanana
 * appends the names of calls directly to it.
 */
export const lndhubLink = (login: LndhubLogin, password: string, baseUrl: string): string =>
  `lndhub://${login}:${password}@${baseUrl}${LNDHUB_PREFIX}/`;

/** Prefixes that say what a token is, so that a leaked token can be recognised. */
const TOKEN_PREFIXES = { access: 'sat_la_', refresh: 'sat_lr_' } as const;
export type LndhubTokenKind = keyof typeof TOKEN_PREFIXES;
const TOKEN_BYTES = 32;

export const newLndhubToken = (kind: LndhubTokenKind, random: Random): string =>
  TOKEN_PREFIXES[kind] + base64urlnopad.encode(random.bytes(TOKEN_BYTES));

export const isLndhubToken = (kind: LndhubTokenKind, text: string): boolean =>
  text.startsWith(TOKEN_PREFIXES[kind]);

/**
 * The hash under which a password or token is stored. With so many random bits, no salt and no slow
 * hash is needed.
 */
export const hashLndhubSecret = (secret: string): Uint8Array =>
  sha256(new TextEncoder().encode(secret));

/**
 * The life of an access token. It is long because some apps log in when they are connected and
 * never again.
 */
export const LNDHUB_ACCESS_TTL_SEC = 7 * 86_400;
/** The life of a refresh token. Each refresh gives a new token with a new life. */
export const LNDHUB_REFRESH_TTL_SEC = 30 * 86_400;
