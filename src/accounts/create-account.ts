import { checkPersonName, type PersonNameRefusal } from '../authorization/name.ts';
import { hashToken } from '../authorization/personal-token.ts';
import { MAX_NAME_LENGTH } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { newUser } from '../users/add-user.ts';
import { type EmailRefusal, parseEmail } from '../users/email.ts';
import { checkPassword, type PasswordRefusal } from '../users/password.ts';
import type { AccountDeps, SignupRule } from './account-deps.ts';
import type { BusyRefusal, EmailTakenRefusal, LinkRefusal } from './account-refusals.ts';
import type { LinkKind, OneTimeLink } from './link-store.ts';
import { type Browser, type OpenSessionDeps, openSession } from './open-session.ts';
import { type SignedIn, welcome } from './sign-in.ts';

export type CreateAccountDeps = OpenSessionDeps &
  Pick<AccountDeps, 'links' | 'signup' | 'credentials' | 'passwords' | 'keys'>;

export interface CreateAccountInput {
  readonly kind: AccountLinkKind;
  readonly token: string;
  /** The e-mail address as it was typed. It counts only if the link itself names no address. */
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly browser: Browser & { readonly network: string };
}

export type CreateAccountRefusal =
  | LinkRefusal
  | EmailTakenRefusal
  | EmailRefusal
  | PersonNameRefusal
  | PasswordRefusal
  | BusyRefusal;

/**
 * Creates the account that a link is for and signs its user in, which uses up the link. The
 * password is chosen only at this point, so that only the person with the link knows it.
 */
export async function createAccount(
  deps: CreateAccountDeps,
  input: CreateAccountInput,
): Promise<Result<SignedIn, CreateAccountRefusal>> {
  const link = await findAccountLink(deps, input.kind, input.token);
  if (link === null) return refuse({ kind: 'link_over' });
  const email = parseEmail(link.email ?? input.email);
  if (!email.ok) return email;
  const name = checkPersonName(input.name, MAX_NAME_LENGTH);
  if (!name.ok) return name;
  const password = checkPassword(input.password);
  if (!password.ok) return password;
  const hashed = await deps.passwords.hash(password.value, {
    network: input.browser.network,
    knownUserId: null,
  });
  if (!hashed.ok) return hashed;
  const user = newUser(deps, {
    email: email.value,
    name: name.value || null,
    isAdmin: link.makesAdmin,
  });
  const row = { ...user, passwordHash: hashed.value };
  const outcome = await deps.links.createUserByLink(hashToken(input.token), row, deps.clock.now());
  if (outcome !== 'created') return refuse({ kind: outcome });
  const credentials = await deps.credentials.readCredentials(user.id);
  if (credentials === null) return refuse({ kind: 'link_over' });
  const { sessionEpoch } = credentials;
  const owner = { userId: user.id, sessionEpoch, isHalf: false };
  const opened = await openSession(deps, input.browser, owner);
  return accept(welcome(deps, opened, input.browser));
}

/** Kinds of one-time links by which people create an account. */
export type AccountLinkKind = Extract<LinkKind, 'set_up' | 'invitation' | 'sign_up'>;

/**
 * Finds the link that would create an account; null if it has expired, or if the service does not
 * let links of this kind create accounts now.
 */
export async function findAccountLink(
  { links, signup, clock }: Pick<AccountDeps, 'links' | 'signup' | 'clock'>,
  kind: AccountLinkKind,
  token: string,
): Promise<OneTimeLink | null> {
  if (!ACCEPTED[signup].includes(kind)) return null;
  const link = await links.findLink(hashToken(token), clock.now());
  return link?.kind === kind ? link : null;
}

const ACCEPTED: Readonly<Record<SignupRule, readonly AccountLinkKind[]>> = {
  closed: ['set_up'],
  invite: ['set_up', 'invitation'],
  open: ['set_up', 'invitation', 'sign_up'],
};
