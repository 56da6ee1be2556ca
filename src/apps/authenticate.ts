/** Finds the caller of an API call by its bearer token. */

import type { AppGrantStore } from '../authorization/app-grant.ts';
import type { AppGrantUses } from '../authorization/app-grant-uses.ts';
import type { Authenticated } from '../authorization/authenticated.ts';
import type { BearerToken } from '../authorization/bearer-token.ts';
import type { AccessRefusal, LockdownRefusal } from '../authorization/caller.ts';
import type { Resource } from '../authorization/resource.ts';
import type { FoundCaller, ReadAlong, TokenStore } from '../authorization/token-store.ts';
import type { Clock } from '../base/clock.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { PayerStore, PaymentView } from '../payments/payment-store.ts';

export interface AuthenticateDeps {
  readonly tokens: TokenStore;
  readonly appGrants: AppGrantStore;
  readonly appGrantUses: AppGrantUses;
  readonly payers: PayerStore;
  readonly clock: Clock;
}

/** What an API call wants to be read in the same query as its token, to save a second query. */
export interface Prefetch {
  readonly along?: ReadAlong | null;
  /**
   * The payment hash of the invoice that the call wants to pay, to find an earlier payment of it;
   * null if the call does not pay.
   */
  readonly paymentHash?: string | null;
}

/**
 * Identifies the caller of `resource` by the token of the call; null if it has sent none. What
 * `prefetch` names is read in the same query; the route still has to check whether the caller's
 * scopes allow them to see it.
 */
export async function authenticate(
  deps: AuthenticateDeps,
  token: BearerToken | null,
  resource: Resource,
  prefetch: Prefetch,
): Promise<Result<Authenticated<PaymentView>, AccessRefusal | LockdownRefusal>> {
  if (token === null || token.kind === 'empty') return refuse({ kind: 'invalid_token' });
  const { kind, hash } = token;
  const read = await findToken(deps, kind, hash, prefetch);
  if (read === null || !opens(read.found, resource)) return refuse({ kind: 'invalid_token' });
  const { caller, balanceSat, account, expiresAt, newest, isLockedDown } = read.found;
  if (kind === 'app' && !isLockedDown) deps.appGrantUses.note(read.found);
  if (expiresAt !== null && expiresAt <= deps.clock.now()) return refuse({ kind: 'expired_token' });
  if (isLockedDown) return refuse({ kind: 'locked_down' });
  return accept({ caller, balanceSat, account, newest, paymentView: read.view });
}

interface ReadToken {
  readonly found: FoundCaller;
  readonly view: PaymentView | null;
}

/** Finds a token and its caller by one query. */
async function findToken(
  { payers, tokens, appGrants }: AuthenticateDeps,
  kind: 'personal' | 'app',
  tokenHash: Uint8Array,
  { along = null, paymentHash = null }: Prefetch,
): Promise<ReadToken | null> {
  if (paymentHash !== null) {
    return await payers.findPayer({ token: kind, tokenHash, paymentHash });
  }
  const found = await (kind === 'personal' ? tokens : appGrants).findCaller(tokenHash, along);
  return found === null ? null : { found, view: null };
}

/**
 * Whether a token opens a resource. A token for another resource is treated like an unknown one.
 */
export const opens = ({ resource }: Pick<FoundCaller, 'resource'>, wanted: Resource): boolean =>
  resource === null || resource === wanted;
