import { isXOnlyPoint } from 'tiny-secp256k1';
import type { BudgetInterval } from '../../authorization/budget-window.ts';
import { checkPersonName } from '../../authorization/name.ts';
import { ALL_SCOPES, type Scope } from '../../authorization/scope.ts';
import { creditSat, msat, type Sat, sat } from '../../base/amount.ts';
import { hexToBytes } from '../../base/hex.ts';
import { MAX_BUDGET_SAT } from '../../base/limits.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import { MAX_PAIRING_NAME_LENGTH, MAX_PAIRING_STATE_LENGTH } from '../limits.ts';
import { checkReturnAddress } from '../redirect-rules.ts';
import { NWC_NOTIFICATIONS, scopesFor, sortMethods } from './method.ts';
import { intervalOfRenewal } from './renewal-period.ts';

/**
 * A request to be connected, from an app that has made its own key. The app makes it by sending the
 * user to the address of a page (NWC-08, HTTP confirmation page; Alby Hub, `/apps/new`). Nothing in
 * it is proved: the app could say anything.
 */
export interface PairingRequest {
  /**
   * The app's public key: X-only, 64 hex digits in lower case. The private key stays with the app.
   */
  readonly pubkey: string;
  /** The app's name; '' if it gave none. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  /** The most that the app asks to spend; null if it names no limit. The user may allow less. */
  readonly most: PairingLimit | null;
  /** The interval after which the limit starts again; null if the app names none. */
  readonly interval: BudgetInterval | null;
  readonly returnTo: string | null;
  /**
   * The origin of the website that opened the page with this request in a window; null if it is not
   * known.
   */
  readonly opener: string | null;
  /**
   * A text that the app gets back with the answer, so that it recognises its own request; null for
   * none.
   */
  readonly state: string | null;
}

export interface PairingLimit {
  readonly limitSat: Sat;
  readonly interval: BudgetInterval;
}

export type PairingProblem =
  | { readonly kind: 'bad_key' }
  | { readonly kind: 'bad_name' }
  | { readonly kind: 'own_balance' }
  | { readonly kind: 'unknown_methods'; readonly methods: readonly string[] }
  | { readonly kind: 'bad_limit' }
  | { readonly kind: 'bad_interval' }
  | { readonly kind: 'bad_end' }
  | { readonly kind: 'past_end' }
  | { readonly kind: 'bad_state' }
  | { readonly kind: 'bad_return'; readonly address: string };

/**
 * The parameters of an app's request, as they stand in the address of the page to which the app
 * sends its user. Those that are left out are ''. The parameter `metadata` is ignored.
 */
export interface PairingParameters {
  text(name: string): string;
}

export const PAIRING_PARAMETERS = [
  'pubkey',
  'name',
  'return_to',
  'expires_at',
  'max_amount',
  'budget_renewal',
  'renewal_period',
  'request_methods',
  'optional_request_methods',
  'notification_types',
  'isolated',
  'state',
  'opener',
] as const;

/**
 * Reads an app's request to be connected, or finds the first parameter that cannot be granted as it
 * is.
 */
export function readPairingRequest(
  given: PairingParameters,
  now: Date,
): Result<PairingRequest, PairingProblem> {
  const pubkey = given.text('pubkey');
  if (!isKey(pubkey)) return refuse({ kind: 'bad_key' });
  const name = checkPersonName(given.text('name'), MAX_PAIRING_NAME_LENGTH);
  if (!name.ok) return refuse({ kind: 'bad_name' });
  if (isTrue(given.text('isolated'))) return refuse({ kind: 'own_balance' });
  const scopes = readScopes(given);
  if (!scopes.ok) return scopes;
  const limit = readLimit(given);
  if (!limit.ok) return limit;
  const end = readEnd(given.text('expires_at'), now);
  if (!end.ok) return end;
  const state = given.text('state');
  if (!isState(state)) return refuse({ kind: 'bad_state' });
  const returnTo = given.text('return_to');
  if (returnTo !== '' && !checkReturnAddress(returnTo).ok) {
    return refuse({ kind: 'bad_return', address: returnTo });
  }
  return accept({
    pubkey,
    name: name.value,
    scopes: scopes.value,
    expiresAt: end.value,
    ...limit.value,
    returnTo: returnTo === '' ? null : returnTo,
    opener: readOrigin(given.text('opener')),
    state: state === '' ? null : state,
  });
}

/** The origin of a web address; null for any other text. */
export function readOrigin(address: string): string | null {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : null;
}

/** Whether a text is a public key: 64 hex digits in lower case that are a point of the curve. */
function isKey(text: string): boolean {
  const bytes = /^[0-9a-f]{64}$/.test(text) ? hexToBytes(text, 32) : null;
  return bytes !== null && isXOnlyPoint(bytes);
}

const isTrue = (text: string): boolean => !['', 'false', '0'].includes(text);

/**
 * Whether a text can be a `state`: it must be printable ASCII, so that it can be returned
 * unchanged.
 */
const isState = (text: string): boolean =>
  text.length <= MAX_PAIRING_STATE_LENGTH && /^[\x20-\x7e]*$/.test(text);

/**
 * Reads the scopes for the methods and notifications that the app names; if it names none, all
 * scopes.
 */
function readScopes(given: PairingParameters): Result<readonly Scope[], PairingProblem> {
  const asked = sortMethods(words(given.text('request_methods')));
  if (asked.unknown.length > 0) {
    return refuse({ kind: 'unknown_methods', methods: asked.unknown });
  }
  const optional = sortMethods(words(given.text('optional_request_methods')));
  const types = words(given.text('notification_types'));
  const notifications = NWC_NOTIFICATIONS.filter((type) => types.includes(type));
  const methods = [...asked.known, ...optional.known];
  const isOpen = methods.length === 0 && notifications.length === 0;
  return accept(isOpen ? ALL_SCOPES : scopesFor({ methods, notifications }));
}

const words = (text: string): readonly string[] => text.split(/[\s,]+/).filter(Boolean);

/**
 * Reads the spending limit that the app names. If it names no interval, the limit is for all time,
 * as in Alby Hub.
 */
function readLimit(
  given: PairingParameters,
): Result<Pick<PairingRequest, 'most' | 'interval'>, PairingProblem> {
  const renewal = given.text('renewal_period') || given.text('budget_renewal');
  const interval = renewal === '' ? null : intervalOfRenewal(renewal);
  if (interval === undefined) return refuse({ kind: 'bad_interval' });
  const amount = given.text('max_amount');
  if (amount === '') return accept({ most: null, interval });
  if (!/^\d{1,18}$/.test(amount)) return refuse({ kind: 'bad_limit' });
  const limitSat = creditSat(msat(BigInt(amount)));
  if (limitSat === 0n) return refuse({ kind: 'bad_limit' });
  const known = limitSat > MAX_BUDGET_SAT ? sat(MAX_BUDGET_SAT) : limitSat;
  return accept({ most: { limitSat: known, interval: interval ?? 'ever' }, interval });
}

/** Reads the end of the connection, as a number of seconds since 1970. */
function readEnd(text: string, now: Date): Result<Date | null, PairingProblem> {
  if (text === '') return accept(null);
  if (!/^\d{1,11}$/.test(text)) return refuse({ kind: 'bad_end' });
  const at = new Date(Number(text) * 1000);
  return at > now ? accept(at) : refuse({ kind: 'past_end' });
}
