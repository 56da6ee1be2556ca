import { type LetGoOfSentDeps, letGoOfSent } from '../usecases/payments/let-go-of-sent.ts';
import { type RepeatDeps, repeat } from './repeat.ts';

export type LetGoDeps = LetGoOfSentDeps & RepeatDeps;

const EVERY_MS = 10_000;

/** Runs in every process that sends: only senders know for certain that they no longer send. */
export async function letGo(deps: LetGoDeps, signal: AbortSignal): Promise<void> {
  const options = { name: 'letting go of payments that are not driven here', everyMs: EVERY_MS };
  await repeat(deps, options, signal, () => letGoOfSent(deps));
}
