import { checkName } from '../../access/name.ts';
import {
  hashToken,
  newPersonalToken,
  parseScopes,
  personalTokenOf,
} from '../../access/personal-token.ts';
import type { AddTokenOutcome, PersonalToken, TokenStore } from '../../access/token-store.ts';
import type { PersonRefusal } from '../../account/person-refusals.ts';
import type { UserStore } from '../../account/user-store.ts';
import type { Clock } from '../../base/clock.ts';
import { newUuid } from '../../base/id.ts';
import { MAX_NAME_LENGTH, MAX_PERSONAL_TOKENS, REPEATED_FORM_MS } from '../../base/limits.ts';
import type { Random } from '../../base/random.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import { findUser } from '../accounts/find-user.ts';

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
  const add = (text: string): Promise<AddTokenOutcome> =>
    deps.tokens.addPersonalToken({ ...row, tokenHash: hashToken(text) });
  if (input.secretOfWish !== undefined) {
    const token = personalTokenOf(input.secretOfWish);
    const added = await add(token);
    if (added.kind === 'too_many') return TOO_MANY;
    if (added.kind === 'added') return accept({ token, stored, isRepeat: false });
    if (isJustMade(added.token, createdAt)) {
      return accept({ token, stored: added.token, isRepeat: true });
    }
  }
  const token = newPersonalToken(deps.random);
  const added = await add(token);
  return added.kind === 'too_many' ? TOO_MANY : accept({ token, stored, isRepeat: false });
}

const TOO_MANY = refuse({
  kind: 'too_many_tokens',
  message: `a user has up to ${MAX_PERSONAL_TOKENS} tokens: revoke one that is not used any more`,
} as const);

const isJustMade = ({ createdAt, revokedAt }: PersonalToken, now: Date): boolean =>
  revokedAt === null && now.getTime() - createdAt.getTime() <= REPEATED_FORM_MS;

const secondsAfter = (start: Date, seconds: number): Date =>
  new Date(start.getTime() + seconds * 1000);
