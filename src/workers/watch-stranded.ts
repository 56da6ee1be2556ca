import { type AskAboutEndedDeps, askAboutEnded } from '../usecases/payments/ask-about-ended.ts';
import { type FindStrandedDeps, findStranded } from '../usecases/payments/find-stranded.ts';
import { type RepeatDeps, repeat } from './repeat.ts';

export interface WatchStrandedDeps extends FindStrandedDeps, AskAboutEndedDeps, RepeatDeps {
  readonly stranded: FindStrandedDeps['stranded'] & AskAboutEndedDeps['stranded'];
  readonly lightning: FindStrandedDeps['lightning'] & AskAboutEndedDeps['lightning'];
}

const EVERY_MS = 60_000;

/** Watches payments that hang in the node forever, and those that were ended for that reason. */
export async function watchStranded(deps: WatchStrandedDeps, signal: AbortSignal): Promise<void> {
  const everyMs = Math.min(EVERY_MS, Math.max(deps.config.strandedGraceSec, 1) * 1000);
  const looking = { name: 'looking for stranded payments', everyMs };
  const asking = { name: 'asking about ended stranded payments', everyMs: EVERY_MS };
  await Promise.all([
    repeat(deps, looking, signal, () => findStranded(deps, signal)),
    repeat(deps, asking, signal, () => askAboutEnded(deps, signal)),
  ]);
}
