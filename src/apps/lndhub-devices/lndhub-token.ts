import { sha256 } from '@noble/hashes/sha2.js';
import { base32nopad, base64urlnopad } from '@scure/base';
import { maySpend, type Scope } from '../../authorization/scope.ts';
import { assert } from '../../base/assert.ts';
import type { Random } from '../../base/random.ts';

/** What apps show as the user name. They take `invoice` for a wallet that cannot spend. */
export type LndhubLogin = 'wallet' | 'invoice';

export const lndhubLoginOf = (connection: { readonly scopes: readonly Scope[] }): LndhubLogin =>
  maySpend(connection) ? 'wallet' : 'invoice';

/** 160 bits: 32 letters and digits, as some apps read no other characters. */
const PASSWORD_BYTES = 20;

/** Made from secret bytes, of which the first 20 count. */
export function lndhubPasswordOf(seed: Uint8Array): string {
  assert(seed.length >= PASSWORD_BYTES, 'as many as a password has');
  return base32nopad.encode(seed.subarray(0, PASSWORD_BYTES)).toLowerCase();
}

/** Where the calls of LndHub stand, below the public URL of the API. */
export const LNDHUB_PREFIX = '/lndhub/ext';

/** The slash at its end matters: BitBanana appends the name of a call to the text as it stands. */
export const lndhubLink = (login: LndhubLogin, password: string, baseUrl: string): string =>
  `lndhub://${login}:${password}@${baseUrl}${LNDHUB_PREFIX}/`;

/** A leaked token names itself. */
const TOKEN_PREFIXES = { access: 'sat_la_', refresh: 'sat_lr_' } as const;
export type LndhubTokenKind = keyof typeof TOKEN_PREFIXES;
const TOKEN_BYTES = 32;

export const newLndhubToken = (kind: LndhubTokenKind, random: Random): string =>
  TOKEN_PREFIXES[kind] + base64urlnopad.encode(random.bytes(TOKEN_BYTES));

export const isLndhubToken = (kind: LndhubTokenKind, text: string): boolean =>
  text.startsWith(TOKEN_PREFIXES[kind]);

/** The stored form of a password or token: so many random bits need no salt and no slow hash. */
export const hashLndhubSecret = (secret: string): Uint8Array =>
  sha256(new TextEncoder().encode(secret));

/** Some apps log in when they connect and never again. */
export const LNDHUB_ACCESS_TTL_SEC = 7 * 86_400;
/** Starts again with each refresh. */
export const LNDHUB_REFRESH_TTL_SEC = 30 * 86_400;
