import type { AttemptStore } from '../authorization/attempt-store.ts';
import { prune } from '../background/prune.ts';
import type { Clock } from '../base/clock.ts';
import { KEEP_INVITATIONS_MS } from './limits.ts';
import type { LinkStore } from './link-store.ts';
import type { SessionStore } from './session-store.ts';

export interface PruneAccountsDeps {
  readonly sessions: Pick<SessionStore, 'pruneSessions'>;
  readonly links: Pick<LinkStore, 'pruneLinks' | 'pruneInvitations'>;
  readonly attempts: Pick<AttemptStore, 'pruneAttempts'>;
  readonly clock: Clock;
}

/**
 * Removes sessions, links and counters of attempts that have ended and that no query needs any
 * more.
 */
export async function pruneAccounts(deps: PruneAccountsDeps, signal: AbortSignal): Promise<void> {
  const { sessions, links, attempts, clock } = deps;
  await prune((limit) => sessions.pruneSessions(clock.now(), limit), signal);
  await prune((limit) => links.pruneLinks(clock.now(), limit), signal);
  const invitedBefore = new Date(clock.now().getTime() - KEEP_INVITATIONS_MS);
  await prune((limit) => links.pruneInvitations(invitedBefore, limit), signal);
  await prune((limit) => attempts.pruneAttempts(clock.now(), limit), signal);
}
