import type { StoredStops } from '../usecases/stored-stops.ts';
import { type RepeatDeps, repeat } from './repeat.ts';

export interface WatchStopsDeps extends RepeatDeps {
  readonly storedStops: StoredStops;
}

const EVERY_MS = 3000;

/** Every process that sends hears soon what another found out, or what an operator released. */
export async function watchStops(deps: WatchStopsDeps, signal: AbortSignal): Promise<void> {
  const options = { name: 'reading whether anything may leave', everyMs: EVERY_MS };
  await repeat(deps, options, signal, () => deps.storedStops.refresh());
}
