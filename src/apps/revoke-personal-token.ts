import type { PersonalToken, TokenStore } from '../authorization/token-store.ts';
import type { Clock } from '../base/clock.ts';
import { accept, type Result, refuse } from '../base/result.ts';

export type TokenRefusal = { readonly kind: 'token_not_found' };

export interface OwnTokenInput {
  readonly userId: string;
  readonly tokenId: string;
}

/**
 * Revokes a personal token of this user immediately. A token that is already revoked stays as it
 * is.
 */
export async function revokePersonalToken(
  deps: { readonly tokens: TokenStore; readonly clock: Clock },
  input: OwnTokenInput,
): Promise<Result<PersonalToken, TokenRefusal>> {
  const found = await findPersonalToken(deps, input);
  if (found.ok) {
    const token = { id: found.value.id, userId: input.userId };
    await deps.tokens.revokeToken(token, deps.clock.now());
  }
  return found;
}

/** Finds a personal token of this user; null if it belongs to another user. */
export async function findPersonalToken(
  { tokens }: { readonly tokens: TokenStore },
  { userId, tokenId }: OwnTokenInput,
): Promise<Result<PersonalToken, TokenRefusal>> {
  const found = await tokens.findPersonalToken(tokenId);
  return found?.userId === userId ? accept(found) : refuse({ kind: 'token_not_found' });
}
