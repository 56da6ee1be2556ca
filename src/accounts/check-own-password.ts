/**
 * Checks a password in a way that helps no one to guess it, and that lets no stranger lock a user
 * out.
 */

import type { Waiter } from '../base/fair-queue.ts';
import { networkSizes } from '../base/network-sizes.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { checkPassword } from '../users/password.ts';
import type { AccountDeps } from './account-deps.ts';
import type { BusyRefusal, CredentialsRefusal, TooManyRefusal } from './account-refusals.ts';
import type { Credentials } from './credential-store.ts';
import { readKnownBrowser } from './known-browser.ts';
import { type Attempts, forgetAttempts, takeAttempt } from './limit-attempts.ts';
import {
  ACCOUNT_PASSWORD_ATTEMPTS,
  LARGE_NETWORK_PASSWORD_ATTEMPTS,
  PASSWORD_ATTEMPTS,
} from './limits.ts';

export type CheckPasswordDeps = Pick<
  AccountDeps,
  'credentials' | 'attempts' | 'passwords' | 'keys' | 'clock'
>;

export interface PasswordClaim {
  /**
   * The name of the account. At sign-in this is the text that was typed, which may belong to no
   * account.
   */
  readonly account: string;
  /** The user and their stored password; null if no user has that address. */
  readonly credentials: Credentials | null;
  readonly password: string;
  /**
   * The value of the cookie of a browser in which its user has signed in before; '' for all other
   * browsers.
   */
  readonly knownBrowser: string;
  /**
   * The network of the browser, by which wrong passwords are counted, so that strangers elsewhere
   * do not use up this browser's attempts.
   */
  readonly network: string;
}

/**
 * Tells whether a password is right. An address without an account causes the same queries and
 * takes the same time. Guesses are counted by account and network, and by account over all
 * networks. Guesses in a known browser, in which the user has signed in before, have a count of
 * their own, so that no stranger can lock the user out of it.
 */
export async function checkOwnPassword(
  deps: CheckPasswordDeps,
  claim: PasswordClaim,
): Promise<Result<Credentials, CredentialsRefusal | TooManyRefusal | BusyRefusal>> {
  const counted = countedAs(deps, claim);
  const taken = await takeAttempt(deps, ...counted.attempts);
  if (!taken.ok) return taken;
  const { credentials } = claim;
  const password = checkPassword(claim.password);
  const stored = password.ok ? (credentials?.passwordHash ?? null) : null;
  const { who } = counted;
  const verified = await deps.passwords.verify(stored, password.ok ? password.value : '', who);
  if (!verified.ok) return verified;
  if (!verified.value || credentials === null || !password.ok) {
    return refuse({ kind: 'wrong_credentials' });
  }
  await forgetAttempts(deps, ...counted.attempts);
  if (credentials.user.disabledAt !== null) return refuse({ kind: 'user_disabled' });
  return accept(await withFreshHash(deps, credentials, password.value, who));
}

/**
 * Says which counters an attempt at a password raises, and whose place in the queue of passwords it
 * takes. An attempt that the limit of its network refuses does not count against the account's
 * limit over all networks, so that no single network can use that limit up. The typed address
 * stands last in a counter's name, so that no typed text can imitate the name of another counter.
 */
function countedAs(
  { keys }: CheckPasswordDeps,
  claim: PasswordClaim,
): { readonly attempts: readonly Attempts[]; readonly who: Waiter } {
  const { account, network } = claim;
  const userId = claim.credentials?.user.id ?? '';
  const browser = readKnownBrowser(keys.knownBrowser, userId, claim.knownBrowser);
  if (browser !== null) {
    const attempts = [{ what: `password ${userId} ${browser}`, rate: PASSWORD_ATTEMPTS }];
    return { attempts, who: { network, knownUserId: userId } };
  }
  const [narrowest, ...larger] = networkSizes(network).map(({ key }) => key);
  const attempts = [
    { what: `password from ${narrowest} for ${account}`, rate: PASSWORD_ATTEMPTS },
    ...larger.map((key) => ({
      what: `password from ${key} for ${account}`,
      rate: LARGE_NETWORK_PASSWORD_ATTEMPTS,
    })),
    { what: `password for ${account}`, rate: ACCOUNT_PASSWORD_ATTEMPTS },
  ];
  return { attempts, who: { network, knownUserId: null } };
}

/**
 * Replaces a stored hash that was made with weaker parameters, when its user signs in and so gives
 * the password.
 */
async function withFreshHash(
  { credentials: store, passwords }: CheckPasswordDeps,
  credentials: Credentials,
  password: string,
  who: Waiter,
): Promise<Credentials> {
  const { passwordHash } = credentials;
  if (!passwords.isOutdated(passwordHash)) return credentials;
  const hashed = await passwords.hash(password, who);
  if (!hashed.ok) return credentials;
  await store.rehashPassword(credentials.user.id, passwordHash, hashed.value);
  return { ...credentials, passwordHash: hashed.value };
}
