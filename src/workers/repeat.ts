import { type Backoff, backoffMs } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Random } from '../base/random.ts';

export interface RepeatDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

export interface RepeatOptions {
  /** What is done, for the log. */
  readonly name: string;
  readonly everyMs: number;
}

const PAUSES: Backoff = { firstMs: 500, maxMs: 60_000 };

/** Does its work again and again until the signal; faults make it pause longer, never end. */
export async function repeat(
  deps: RepeatDeps,
  { name, everyMs }: RepeatOptions,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    let pauseMs = everyMs;
    try {
      await work();
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      pauseMs = Math.max(everyMs, backoffMs(PAUSES, failures, deps.random));
      deps.log.warn({ error, failures }, `${name} failed and is tried again`);
    }
    await deps.clock.sleep(pauseMs, signal);
  }
}
