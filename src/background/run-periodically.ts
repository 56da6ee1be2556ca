import { type Backoff, createFailures } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import { isDatabaseAway } from '../base/fault.ts';
import type { Log } from '../base/log.ts';
import type { Random } from '../base/random.ts';

export interface RunPeriodicallyDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

export interface RunPeriodicallyOptions {
  /** The name by which the log calls the work. */
  readonly name: string;
  readonly everyMs: number;
}

const PAUSES: Backoff = { firstMs: 500, maxMs: 60_000 };

/**
 * Repeats work until the signal aborts. After a fault the pause is longer, but the work is never
 * given up. While the database is away, pauses stay short even for work that is otherwise done
 * rarely.
 */
export async function runPeriodically(
  deps: RunPeriodicallyDeps,
  { name, everyMs }: RunPeriodicallyOptions,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  const failures = createFailures(PAUSES, deps.random);
  while (!signal.aborted) {
    let pauseMs = everyMs;
    try {
      await work();
      failures.end();
    } catch (error) {
      if (signal.aborted) return;
      const noted = failures.note(error);
      pauseMs = isDatabaseAway(error) ? noted.pauseMs : Math.max(everyMs, noted.pauseMs);
      if (noted.isNews) {
        const { failures: inRow } = noted;
        deps.log.warn({ error, failures: inRow }, `${name} failed and is tried again`);
      }
    }
    await deps.clock.sleep(pauseMs, signal);
  }
}
