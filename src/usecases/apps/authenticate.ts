import type { AccountView } from '../../access/account-view.ts';
import type { AppGrantStore } from '../../access/app-grant.ts';
import type { AccessRefusal, Caller } from '../../access/caller.ts';
import { hashToken, isPersonalToken } from '../../access/personal-token.ts';
import type { FoundCaller, NewestPage, TokenStore } from '../../access/token-store.ts';
import type { Clock } from '../../base/clock.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import type { AppGrantUses } from './app-grant-uses.ts';

export interface AuthenticateDeps {
  readonly tokens: TokenStore;
  readonly appGrants: AppGrantStore;
  readonly appGrantUses: AppGrantUses;
  readonly clock: Clock;
}

export interface Authenticated {
  readonly caller: Caller;
  readonly account: AccountView;
  /** Bodies of the requested records, else null. */
  readonly newest: readonly string[] | null;
}

/**
 * Identifies the caller by the header `Authorization`; the word `Bearer` may be missing. What they
 * may see is checked by our caller, also for the `newest` records returned here.
 */
export async function authenticate(
  deps: AuthenticateDeps,
  authorization: string | undefined,
  newest: NewestPage | null,
): Promise<Result<Authenticated, AccessRefusal>> {
  const token = (authorization ?? '').trim().replace(/^bearer +/i, '');
  if (token === '') return refuse({ kind: 'invalid_token' });
  const found = await findCaller(deps, token, newest);
  if (found === null) return refuse({ kind: 'invalid_token' });
  const { expiresAt } = found;
  if (expiresAt !== null && expiresAt <= deps.clock.now()) return refuse({ kind: 'expired_token' });
  return accept({ caller: found.caller, account: found.account, newest: found.newest });
}

/** One query: the token's prefix says which kind it is. */
async function findCaller(
  deps: AuthenticateDeps,
  token: string,
  newest: NewestPage | null,
): Promise<FoundCaller | null> {
  const hash = hashToken(token);
  if (isPersonalToken(token)) return await deps.tokens.findCaller(hash, newest);
  const found = await deps.appGrants.findCaller(hash, newest);
  if (found !== null) deps.appGrantUses.note(found);
  return found;
}
