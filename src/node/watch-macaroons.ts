import { type RunPeriodicallyDeps, runPeriodically } from '../background/run-periodically.ts';

export interface WatchMacaroonsDeps extends RunPeriodicallyDeps {
  readonly accessWatch: { renew(): Promise<void> };
}

/**
 * The time after which a new macaroon is found in its file. It is short, because a rotation waits
 * for all processes, and a file is small.
 */
const EVERY_MS = 1000;

/**
 * Reads the files of macaroons again at intervals, so that a process uses a new macaroon before the
 * node refuses the old one.
 */
export async function watchMacaroons(deps: WatchMacaroonsDeps, signal: AbortSignal): Promise<void> {
  const options = { name: 'reading the macaroons', everyMs: EVERY_MS };
  await runPeriodically(deps, options, signal, () => deps.accessWatch.renew());
}
