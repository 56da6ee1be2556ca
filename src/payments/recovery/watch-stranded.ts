import { type RepeatDeps, repeat } from '../../background/repeat.ts';
import { type AskAboutEndedDeps, askAboutEnded } from '../ask-about-ended.ts';
import { type FindStrandedDeps, findStranded } from '../find-stranded.ts';
import { type TellOfLongPaymentsDeps, tellOfLongPayments } from '../tell-of-long-payments.ts';

export interface WatchStrandedDeps
  extends FindStrandedDeps,
    AskAboutEndedDeps,
    TellOfLongPaymentsDeps,
    RepeatDeps {
  readonly alarms: TellOfLongPaymentsDeps['alarms'];
  readonly stranded: FindStrandedDeps['stranded'] & AskAboutEndedDeps['stranded'];
  readonly lightning: FindStrandedDeps['lightning'] & AskAboutEndedDeps['lightning'];
}

const EVERY_MS = 60_000;

/** Watches payments that take long or hang in the node forever, and those ended for that reason. */
export async function watchStranded(deps: WatchStrandedDeps, signal: AbortSignal): Promise<void> {
  const everyMs = Math.min(EVERY_MS, Math.max(deps.config.strandedGraceSec, 1) * 1000);
  const looking = { name: 'looking for stranded payments', everyMs };
  const asking = { name: 'asking about ended stranded payments', everyMs: EVERY_MS };
  const telling = { name: 'looking for payments that take long', everyMs: EVERY_MS };
  await Promise.all([
    repeat(deps, telling, signal, () => tellOfLongPayments(deps, signal)),
    repeat(deps, looking, signal, () => findStranded(deps, signal)),
    repeat(deps, asking, signal, () => askAboutEnded(deps, signal)),
  ]);
}
