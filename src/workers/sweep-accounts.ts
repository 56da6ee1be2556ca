import type { AttemptStore } from '../access/attempt-store.ts';
import type { LinkStore } from '../wallet/link-store.ts';
import type { SessionStore } from '../wallet/session-store.ts';
import { type RepeatDeps, repeat } from './repeat.ts';

export interface SweepAccountsDeps extends RepeatDeps {
  readonly sessions: Pick<SessionStore, 'sweepSessions'>;
  readonly links: Pick<LinkStore, 'sweepLinks'>;
  readonly attempts: Pick<AttemptStore, 'sweepAttempts'>;
}

const EVERY_MS = 60_000;
const MAX_AT_ONCE = 1000;

/** Removes sessions, links and counted attempts that are over: nothing asks for them any more. */
export async function sweepAccounts(deps: SweepAccountsDeps, signal: AbortSignal): Promise<void> {
  const { sessions, links, attempts } = deps;
  const sweeps = [sessions.sweepSessions, links.sweepLinks, attempts.sweepAttempts];
  const options = { name: 'the sweep of accounts', everyMs: EVERY_MS };
  await repeat(deps, options, signal, async () => {
    for (const sweep of sweeps) {
      let removed = MAX_AT_ONCE;
      while (removed === MAX_AT_ONCE && !signal.aborted) {
        removed = await sweep(deps.clock.now(), MAX_AT_ONCE);
      }
    }
  });
}
