import type {
  BusyRefusal,
  CredentialsRefusal,
  TooManyRefusal,
} from '../../account/account-refusals.ts';
import type { Credentials } from '../../account/credential-store.ts';
import { readKnownBrowser } from '../../account/known-browser.ts';
import { checkPassword } from '../../account/password.ts';
import { ACCOUNT_PASSWORD_ATTEMPTS, PASSWORD_ATTEMPTS } from '../../base/limits.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import type { AccountDeps } from './account-deps.ts';
import { type Attempts, forgetAttempts, takeAttempt } from './limit-attempts.ts';

export type CheckPasswordDeps = Pick<
  AccountDeps,
  'credentials' | 'attempts' | 'passwords' | 'keys' | 'clock'
>;

export interface PasswordClaim {
  /** As entered; it may belong to no one. */
  readonly email: string;
  /** Null when no one has that address. */
  readonly credentials: Credentials | null;
  readonly password: string;
  /** The token of a browser in which its user has signed in before; '' for all others. */
  readonly knownBrowser: string;
  /** Where the browser is, so that strangers elsewhere do not immediately count against it. */
  readonly network: string;
}

/**
 * Whether a password is right. Addresses without an account cause the same queries and take the
 * same time. Guesses are counted by account and network, and by account over all networks. Known
 * browsers count apart from both, so that no stranger can lock users out of them.
 */
export async function checkOwnPassword(
  deps: CheckPasswordDeps,
  claim: PasswordClaim,
): Promise<Result<Credentials, CredentialsRefusal | TooManyRefusal | BusyRefusal>> {
  const counted = countedAs(deps, claim);
  for (const attempts of counted) {
    const taken = await takeAttempt(deps, attempts);
    if (!taken.ok) return taken;
  }
  const { credentials } = claim;
  const password = checkPassword(claim.password);
  const stored = password.ok ? (credentials?.passwordHash ?? null) : null;
  const verified = await deps.passwords.verify(stored, password.ok ? password.value : '');
  if (!verified.ok) return verified;
  if (!verified.value || credentials === null || !password.ok) {
    return refuse({ kind: 'wrong_credentials' });
  }
  for (const attempts of counted) await forgetAttempts(deps, attempts);
  if (credentials.user.disabledAt !== null) return refuse({ kind: 'user_disabled' });
  return accept(await withFreshHash(deps, credentials, password.value));
}

/** The narrow limit comes first: one network alone then uses up little of the shared limit. */
function countedAs({ keys }: CheckPasswordDeps, claim: PasswordClaim): readonly Attempts[] {
  const { email, network } = claim;
  const userId = claim.credentials?.user.id ?? '';
  const browser = readKnownBrowser(keys.knownBrowser, userId, claim.knownBrowser);
  if (browser !== null) {
    return [{ what: `password ${userId} ${browser}`, rate: PASSWORD_ATTEMPTS }];
  }
  return [
    { what: `password ${email} from ${network}`, rate: PASSWORD_ATTEMPTS },
    { what: `password ${email}`, rate: ACCOUNT_PASSWORD_ATTEMPTS },
  ];
}

/** When hashing parameters have been raised, replaces the old hash at the first chance. */
async function withFreshHash(
  { credentials: store, passwords }: CheckPasswordDeps,
  credentials: Credentials,
  password: string,
): Promise<Credentials> {
  const { passwordHash } = credentials;
  if (!passwords.isOutdated(passwordHash)) return credentials;
  const hashed = await passwords.hash(password);
  if (!hashed.ok) return credentials;
  await store.rehashPassword(credentials.user.id, passwordHash, hashed.value);
  return { ...credentials, passwordHash: hashed.value };
}
