import { checkName } from '../access/name.ts';
import {
  hashToken,
  newPersonalToken,
  parseScopes,
  personalTokenOf,
} from '../access/personal-token.ts';
import type { PersonalToken, TokenStore } from '../access/token-store.ts';
import type { Clock } from '../base/clock.ts';
import { newUuid } from '../base/id.ts';
import { MAX_NAME_LENGTH, REPEATED_FORM_MS } from '../base/limits.ts';
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
  /**
   * 32 bytes that are the same when the same wish is made once more, and that nobody else knows:
   * somebody may click twice, and the second answer is the one that he sees.
   */
  readonly secretOfWish?: Uint8Array;
}

export interface AddedPersonalToken {
  readonly token: string;
  readonly stored: PersonalToken;
  /** It was made a moment ago, by the same wish. */
  readonly isRepeat: boolean;
}

/**
 * The token itself is in this answer only; at rest there is its hash. The same wish at nearly the
 * same time makes no second token: its answer is that of the first.
 */
export async function addPersonalToken(
  deps: AddPersonalTokenDeps,
  input: AddPersonalTokenInput,
): Promise<Result<AddedPersonalToken, PersonRefusal>> {
  const scopes = parseScopes(input.scopes);
  if (!scopes.ok) return scopes;
  const name = checkName(input.name, MAX_NAME_LENGTH);
  if (!name.ok) return name;
  const user = await findUser(deps, input.email);
  if (!user.ok) return user;
  const createdAt = deps.clock.now();
  const stored: PersonalToken = {
    id: newUuid(deps.clock, deps.random),
    userId: user.value.id,
    name: name.value,
    scopes: scopes.value,
    createdAt,
    expiresAt: input.expiresInSec === null ? null : secondsAfter(createdAt, input.expiresInSec),
    revokedAt: null,
  };
  const { revokedAt: _, ...row } = stored;
  const add = (text: string): Promise<PersonalToken | null> =>
    deps.tokens.addPersonalToken({ ...row, tokenHash: hashToken(text) });
  if (input.secretOfWish !== undefined) {
    const token = personalTokenOf(input.secretOfWish);
    const present = await add(token);
    if (present === null) return accept({ token, stored, isRepeat: false });
    if (isJustMade(present, createdAt)) return accept({ token, stored: present, isRepeat: true });
  }
  const token = newPersonalToken(deps.random);
  await add(token);
  return accept({ token, stored, isRepeat: false });
}

const isJustMade = ({ createdAt, revokedAt }: PersonalToken, now: Date): boolean =>
  revokedAt === null && now.getTime() - createdAt.getTime() <= REPEATED_FORM_MS;

const secondsAfter = (start: Date, seconds: number): Date =>
  new Date(start.getTime() + seconds * 1000);
