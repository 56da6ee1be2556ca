import type { AccountView } from '../access/account-view.ts';
import type { AccessRefusal, Caller } from '../access/caller.ts';
import { hashToken } from '../access/personal-token.ts';
import type { TokenStore } from '../access/token-store.ts';
import type { Clock } from '../base/clock.ts';
import { accept, type Result, refuse } from '../base/result.ts';

export interface AuthenticateDeps {
  readonly tokens: TokenStore;
  readonly clock: Clock;
}

export interface Authenticated {
  readonly caller: Caller;
  readonly account: AccountView;
}

/** Who calls, by the value of the header `Authorization`; the word `Bearer` may be left out. */
export async function authenticate(
  deps: AuthenticateDeps,
  authorization: string | undefined,
): Promise<Result<Authenticated, AccessRefusal>> {
  const token = (authorization ?? '').trim().replace(/^bearer +/i, '');
  if (token === '') return refuse({ kind: 'invalid_token' });
  const found = await deps.tokens.findCaller(hashToken(token));
  if (found === null) return refuse({ kind: 'invalid_token' });
  const { caller, account, expiresAt } = found;
  if (expiresAt !== null && expiresAt <= deps.clock.now()) return refuse({ kind: 'expired_token' });
  return accept({ caller, account });
}
