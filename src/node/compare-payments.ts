import { type RunAsLeaderDeps, runAsLeader } from '../background/run-as-leader.ts';
import { runPeriodically } from '../background/run-periodically.ts';
import { checkPaymentWatermark } from './check-payment-watermark.ts';
import { type CompareAndReleaseDeps, compareAndLiftStop } from './compare-and-lift-stop.ts';

export interface ComparePaymentsDeps extends RunAsLeaderDeps, CompareAndReleaseDeps {}

/**
 * The interval of checks for payments that the database lacks. Each reads only what is new since
 * the one before, so a short interval costs no more than a long one.
 */
const CHECK_EVERY_MS = 15_000;
/** The interval of comparisons after the database went back. */
const COMPARE_EVERY_MS = 60_000;
/**
 * The interval of checks after the database server has started, until one of them has compared the
 * payments.
 */
const UNTIL_CURRENT_EVERY_MS = 5000;
/**
 * The interval at which the loop sees whether a check or a comparison with the node is due. It is
 * short, because payments may be waiting for the result.
 */
const LOOK_EVERY_MS = 1000;

/**
 * Checks all the time, and soon after each start of the database server, whether the node has
 * payments that the database lacks. If the database was restored to an earlier state, compares it
 * with the node: if nothing is missing, payments may leave again, otherwise a person decides
 * (`satchel node release`).
 */
export async function comparePayments(
  deps: ComparePaymentsDeps,
  signal: AbortSignal,
): Promise<void> {
  await runAsLeader(deps, 'compare-payments', signal, async (leadership) => {
    const nowMs = (): number => deps.clock.monotonicMs();
    let compareAtMs = nowMs();
    let lookedAtMs: number | null = null;
    const options = { name: 'comparing with the node', everyMs: LOOK_EVERY_MS };
    await runPeriodically(deps, options, leadership.signal, async () => {
      const look = await deps.comparisons.readLook();
      if (look !== null) {
        compareAtMs = nowMs();
        const pauseMs = look.isCurrent ? CHECK_EVERY_MS : UNTIL_CURRENT_EVERY_MS;
        if (lookedAtMs !== null && nowMs() - lookedAtMs < pauseMs) return;
        lookedAtMs = nowMs();
        if (!look.isCurrent) await deps.comparisons.recogniseDatabase();
        await checkPaymentWatermark(deps, leadership.signal);
        // Another database may serve since the check began, for example because a standby took
        // over, so the database is identified once more.
        await deps.comparisons.recogniseDatabase();
      } else if (nowMs() >= compareAtMs) {
        compareAtMs = nowMs() + COMPARE_EVERY_MS;
        const againInMs = await compareAndLiftStop(deps, leadership.signal);
        if (againInMs !== null) compareAtMs = nowMs() + Math.min(againInMs, COMPARE_EVERY_MS);
      }
    });
  });
}
