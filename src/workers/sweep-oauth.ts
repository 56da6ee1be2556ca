import type { OauthStore } from '../access/oauth-store.ts';
import { REFRESH_TOKEN_TTL_SEC } from '../access/oauth-token.ts';
import type { Clock } from '../base/clock.ts';

export interface SweepOauthDeps {
  readonly oauthStore: Pick<OauthStore, 'sweep'>;
  readonly clock: Clock;
}

const MAX_AT_ONCE = 1000;
/**
 * An app that comes back late is told "expired", at which it refreshes, for as long as its refresh
 * token may live.
 */
const KEEP_ACCESS_TOKENS_MS = REFRESH_TOKEN_TTL_SEC * 1000;

/** Removes what OAuth kept for a time that has passed. */
export async function sweepOauth(deps: SweepOauthDeps, signal: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const accessTokensBefore = new Date(now.getTime() - KEEP_ACCESS_TOKENS_MS);
  let removed = MAX_AT_ONCE;
  while (removed >= MAX_AT_ONCE && !signal.aborted) {
    removed = await deps.oauthStore.sweep({ now, accessTokensBefore }, MAX_AT_ONCE);
  }
}
