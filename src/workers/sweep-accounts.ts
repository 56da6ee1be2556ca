import type { AttemptStore } from '../access/attempt-store.ts';
import type { LinkStore } from '../account/link-store.ts';
import type { SessionStore } from '../account/session-store.ts';
import type { Clock } from '../base/clock.ts';

export interface SweepAccountsDeps {
  readonly sessions: Pick<SessionStore, 'sweepSessions'>;
  readonly links: Pick<LinkStore, 'sweepLinks'>;
  readonly attempts: Pick<AttemptStore, 'sweepAttempts'>;
  readonly clock: Clock;
}

const MAX_AT_ONCE = 1000;

/** Removes sessions, links and counted attempts that are over: nothing asks for them any more. */
export async function sweepAccounts(deps: SweepAccountsDeps, signal: AbortSignal): Promise<void> {
  const { sessions, links, attempts, clock } = deps;
  for (const sweep of [sessions.sweepSessions, links.sweepLinks, attempts.sweepAttempts]) {
    let removed = MAX_AT_ONCE;
    while (removed === MAX_AT_ONCE && !signal.aborted) {
      removed = await sweep(clock.now(), MAX_AT_ONCE);
    }
  }
}
