import type { FirstLook } from '../usecases/operations/first-look.ts';
import type { StoredStops } from '../usecases/operations/stored-stops.ts';
import { type RepeatDeps, repeat } from './repeat.ts';

export interface WatchStopsDeps extends RepeatDeps {
  readonly storedStops: StoredStops;
  readonly firstLook: Pick<FirstLook, 'take'>;
}

const EVERY_MS = 3000;

/**
 * Lets every sending process soon learn what another found out or an operator released. It keeps
 * its pace while the database is away, as nothing leaves until it was read again.
 */
export async function watchStops(deps: WatchStopsDeps, signal: AbortSignal): Promise<void> {
  const options = { name: 'reading whether anything may leave', everyMs: EVERY_MS };
  await repeat(deps, options, signal, async () => {
    const told = (error: unknown): void => {
      if (!signal.aborted) deps.log.warn({ error }, `${options.name} failed`);
    };
    const look = deps.firstLook.take(signal).catch(told);
    await Promise.all([look, deps.storedStops.refresh().catch(told)]);
  });
}
