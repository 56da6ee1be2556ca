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
  /** Describes the work in the log. */
  readonly name: string;
  readonly everyMs: number;
}

const PAUSES: Backoff = { firstMs: 500, maxMs: 60_000 };

/** Repeats its work until the signal; after a fault it pauses longer but never ends. */
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
