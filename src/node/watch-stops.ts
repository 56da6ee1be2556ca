import { type RunPeriodicallyDeps, runPeriodically } from '../background/run-periodically.ts';
import { createFailures } from '../base/backoff.ts';
import type { StartupCheck } from './startup-check.ts';
import type { StoredStops } from './stored-stops.ts';

export interface WatchStopsDeps extends RunPeriodicallyDeps {
  readonly storedStops: StoredStops;
  readonly startupCheck: Pick<StartupCheck, 'take'>;
}

const EVERY_MS = 3000;

/**
 * Reads the stored stops of payments at intervals, so that every process soon notices when another
 * one sets or lifts a stop. The interval stays the same while the database is away, because no
 * payment leaves before the stops have been read again.
 */
export async function watchStops(deps: WatchStopsDeps, signal: AbortSignal): Promise<void> {
  const options = { name: 'reading whether anything may leave', everyMs: EVERY_MS };
  const looking = tellOfFailures(deps, options.name, signal);
  const reading = tellOfFailures(deps, options.name, signal);
  await runPeriodically(deps, options, signal, async () => {
    await Promise.all([
      looking(() => deps.startupCheck.take(signal)),
      reading(() => deps.storedStops.refresh()),
    ]);
  });
}

function tellOfFailures(deps: RunPeriodicallyDeps, name: string, signal: AbortSignal) {
  const failures = createFailures({ firstMs: EVERY_MS, maxMs: EVERY_MS }, deps.random);
  return async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
      failures.end();
    } catch (error) {
      if (signal.aborted) return;
      if (failures.note(error).isNews) deps.log.warn({ error }, `${name} failed`);
    }
  };
}
