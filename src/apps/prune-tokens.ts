import { prune } from '../background/prune.ts';
import type { Clock } from '../base/clock.ts';
import type { LndhubStore } from './lndhub-devices/lndhub-store.ts';
import type { OauthStore } from './oauth-store.ts';
import { REFRESH_TOKEN_TTL_SEC } from './oauth-token.ts';

export interface PruneOauthDeps {
  readonly oauthStore: Pick<OauthStore, 'prune'>;
  readonly clock: Clock;
}

/**
 * The time for which expired access tokens are kept, which is as long as a refresh token may live.
 * An app that comes back late is then told that its token has expired, and so uses its refresh
 * token.
 */
const KEEP_ACCESS_TOKENS_MS = REFRESH_TOKEN_TTL_SEC * 1000;

/** Removes expired OAuth tokens, codes and authorization requests. */
export async function pruneOauth(
  { oauthStore, clock }: PruneOauthDeps,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const accessTokensBefore = new Date(now.getTime() - KEEP_ACCESS_TOKENS_MS);
  await prune((limit) => oauthStore.prune({ now, accessTokensBefore }, limit), signal);
}

export interface PruneLndhubDeps {
  readonly lndhubStore: Pick<LndhubStore, 'pruneTokens'>;
  readonly clock: Clock;
}

/** Removes expired tokens of LndHub, a protocol of phone wallets. */
export async function pruneLndhub(
  { lndhubStore, clock }: PruneLndhubDeps,
  signal: AbortSignal,
): Promise<void> {
  await prune((limit) => lndhubStore.pruneTokens(clock.now(), limit), signal);
}
