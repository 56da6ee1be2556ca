import { type RepeatDeps, repeat } from '../../background/repeat.ts';
import { type LetGoOfSentDeps, letGoOfSent } from '../let-go-of-sent.ts';

export type LetGoDeps = LetGoOfSentDeps & RepeatDeps;

const EVERY_MS = 10_000;

/** Runs in every process that sends: only senders know for certain that they no longer send. */
export async function letGo(deps: LetGoDeps, signal: AbortSignal): Promise<void> {
  const options = { name: 'letting go of payments that are not driven here', everyMs: EVERY_MS };
  await repeat(deps, options, signal, () => letGoOfSent(deps));
}
