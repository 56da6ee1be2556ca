import { type Backoff, createFailures } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { Random } from './random.ts';

export interface RetryUntilDoneDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

const PAUSES: Backoff = { firstMs: 100, maxMs: 30_000 };

/**
 * Repeats work until it succeeds, so the work must be safe to repeat. When the signal aborts, the
 * present attempt is the last, and its error is thrown.
 */
export async function retryUntilDone<T>(
  deps: RetryUntilDoneDeps,
  what: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const failures = createFailures(PAUSES, deps.random);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw error;
      const { failures: inRow, pauseMs, isNews } = failures.note(error);
      if (isNews) deps.log.warn({ error, failures: inRow }, `${what} failed and is tried again`);
      await deps.clock.sleep(pauseMs, signal);
    }
  }
}
