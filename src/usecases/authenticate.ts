import type { AccountView } from '../access/account-view.ts';
import type { AccessRefusal, Caller } from '../access/caller.ts';
import type { ConnectionStore } from '../access/connection.ts';
import { hashToken, isPersonalToken } from '../access/personal-token.ts';
import type { FoundCaller, TokenStore } from '../access/token-store.ts';
import type { Clock } from '../base/clock.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { ConnectionUses } from './connection-uses.ts';

export interface AuthenticateDeps {
  readonly tokens: TokenStore;
  readonly connections: ConnectionStore;
  readonly connectionUses: ConnectionUses;
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
  const found = await findCaller(deps, token);
  if (found === null) return refuse({ kind: 'invalid_token' });
  const { caller, account, expiresAt } = found;
  if (expiresAt !== null && expiresAt <= deps.clock.now()) return refuse({ kind: 'expired_token' });
  return accept({ caller, account });
}

/** One question to the database: what a token is, it says itself. */
async function findCaller(deps: AuthenticateDeps, token: string): Promise<FoundCaller | null> {
  const hash = hashToken(token);
  if (isPersonalToken(token)) return await deps.tokens.findCaller(hash);
  const found = await deps.connections.findCaller(hash);
  if (found !== null) deps.connectionUses.note(found.caller.grantId, found.lastUsedAt);
  return found;
}
