import { hashToken, newPersonalToken, parseScopes } from '../access/personal-token.ts';
import type { PersonalToken, TokenStore } from '../access/token-store.ts';
import type { Clock } from '../base/clock.ts';
import { newUuid } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result } from '../base/result.ts';
import type { PersonRefusal } from '../wallet/person-refusals.ts';
import type { UserStore } from '../wallet/user-store.ts';
import { findUser } from './find-user.ts';

export interface AddPersonalTokenDeps {
  readonly users: UserStore;
  readonly tokens: TokenStore;
  readonly clock: Clock;
  readonly random: Random;
}

export interface AddPersonalTokenInput {
  readonly email: string;
  readonly scopes: string;
  readonly name: string;
  /** Null: until it is revoked. */
  readonly expiresInSec: number | null;
}

/** The token itself is in this answer only; at rest there is its hash. */
export async function addPersonalToken(
  deps: AddPersonalTokenDeps,
  input: AddPersonalTokenInput,
): Promise<Result<{ readonly token: string; readonly stored: PersonalToken }, PersonRefusal>> {
  const scopes = parseScopes(input.scopes);
  if (!scopes.ok) return scopes;
  const user = await findUser(deps, input.email);
  if (!user.ok) return user;
  const createdAt = deps.clock.now();
  const stored: PersonalToken = {
    id: newUuid(deps.clock, deps.random),
    userId: user.value.id,
    name: input.name,
    scopes: scopes.value,
    createdAt,
    expiresAt: input.expiresInSec === null ? null : secondsAfter(createdAt, input.expiresInSec),
    revokedAt: null,
  };
  const token = newPersonalToken(deps.random);
  const { revokedAt: _, ...row } = stored;
  await deps.tokens.addPersonalToken({ ...row, tokenHash: hashToken(token) });
  return accept({ token, stored });
}

const secondsAfter = (start: Date, seconds: number): Date =>
  new Date(start.getTime() + seconds * 1000);
