import { checkName } from '../authorization/name.ts';
import {
  hashToken,
  newPersonalToken,
  parseScopes,
  personalTokenOf,
} from '../authorization/personal-token.ts';
import type { AddTokenOutcome, PersonalToken, TokenStore } from '../authorization/token-store.ts';
import type { Clock } from '../base/clock.ts';
import { newUuid } from '../base/id.ts';
import { MAX_NAME_LENGTH, REPEATED_FORM_MS } from '../base/limits.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { AppRefusal } from './app-refusal.ts';
import { MAX_PERSONAL_TOKENS } from './limits.ts';

export interface AddPersonalTokenDeps {
  readonly tokens: TokenStore;
  readonly clock: Clock;
  readonly random: Random;
}

export interface AddPersonalTokenInput {
  readonly userId: string;
  readonly scopes: string;
  readonly name: string;
  /** The number of seconds until the token ends; null if it lasts until it is revoked. */
  readonly expiresInSec: number | null;
  /**
   * 32 secret bytes, from which the token is derived. If the same form is sent twice, both requests
   * bring the same bytes and get the same token: people may click twice, and then see only the
   * second answer.
   */
  readonly idempotentSecret?: Uint8Array;
}

export interface AddedPersonalToken {
  readonly token: string;
  readonly stored: PersonalToken;
  /** Whether this request is a repeat of one that created the token a moment ago. */
  readonly isRepeat: boolean;
}

/**
 * Creates a personal token. Only this answer contains it, because only its hash is stored. A repeat
 * of the request within a short time creates no second token, and gets the answer of the first
 * request.
 */
export async function addPersonalToken(
  deps: AddPersonalTokenDeps,
  input: AddPersonalTokenInput,
): Promise<Result<AddedPersonalToken, AppRefusal>> {
  const scopes = parseScopes(input.scopes);
  if (!scopes.ok) return scopes;
  const name = checkName(input.name, MAX_NAME_LENGTH);
  if (!name.ok) return name;
  const createdAt = deps.clock.now();
  const stored: PersonalToken = {
    id: newUuid(deps.clock, deps.random),
    userId: input.userId,
    name: name.value,
    scopes: scopes.value,
    createdAt,
    expiresAt: input.expiresInSec === null ? null : secondsAfter(createdAt, input.expiresInSec),
    revokedAt: null,
  };
  const { revokedAt: _, ...row } = stored;
  const add = (text: string): Promise<AddTokenOutcome> =>
    deps.tokens.addPersonalToken({ ...row, tokenHash: hashToken(text) });
  if (input.idempotentSecret !== undefined) {
    const token = personalTokenOf(input.idempotentSecret);
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
