import { type RunPeriodicallyDeps, runPeriodically } from '../../background/run-periodically.ts';
import { type AlertLongPaymentsDeps, alertLongPayments } from '../alert-long-payments.ts';
import { type FindStuckDeps, findStuck } from '../find-stuck.ts';
import { type RecheckEndedPaymentDeps, recheckEndedPayment } from '../recheck-ended-payment.ts';

export interface WatchStuckDeps
  extends FindStuckDeps,
    RecheckEndedPaymentDeps,
    AlertLongPaymentsDeps,
    RunPeriodicallyDeps {
  readonly alarms: AlertLongPaymentsDeps['alarms'];
  readonly stuck: FindStuckDeps['stuck'] & RecheckEndedPaymentDeps['stuck'];
  readonly lightning: FindStuckDeps['lightning'] & RecheckEndedPaymentDeps['lightning'];
}

const EVERY_MS = 60_000;

/** Watches payments that take long or hang in the node forever, and those ended for that reason. */
export async function watchStuck(deps: WatchStuckDeps, signal: AbortSignal): Promise<void> {
  const everyMs = Math.min(EVERY_MS, Math.max(deps.config.stuckGraceSec, 1) * 1000);
  const looking = { name: 'looking for stuck payments', everyMs };
  const asking = { name: 'asking about ended stuck payments', everyMs: EVERY_MS };
  const telling = { name: 'looking for payments that take long', everyMs: EVERY_MS };
  await Promise.all([
    runPeriodically(deps, telling, signal, () => alertLongPayments(deps, signal)),
    runPeriodically(deps, looking, signal, () => findStuck(deps, signal)),
    runPeriodically(deps, asking, signal, () => recheckEndedPayment(deps, signal)),
  ]);
}
