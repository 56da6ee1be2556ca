import { type RunPeriodicallyDeps, runPeriodically } from '../../background/run-periodically.ts';
import { type ReleaseSentDeps, releaseSent } from '../release-sent.ts';

export type ReleaseStaleSendsDeps = ReleaseSentDeps & RunPeriodicallyDeps;

const EVERY_MS = 10_000;

/**
 * Gives up, at intervals, payments that this process no longer sends although the database says so,
 * so that recovery takes them over. Every process that sends does this for itself, because only the
 * sender knows for certain that it no longer sends.
 */
export async function releaseStaleSends(
  deps: ReleaseStaleSendsDeps,
  signal: AbortSignal,
): Promise<void> {
  const options = { name: 'letting go of payments that are not driven here', everyMs: EVERY_MS };
  await runPeriodically(deps, options, signal, () => releaseSent(deps));
}
