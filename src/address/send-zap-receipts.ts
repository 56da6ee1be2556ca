import { createBackgroundTasks } from '../background/background-tasks.ts';
import { type RunPeriodicallyDeps, runPeriodically } from '../background/run-periodically.ts';
import { retryUntilDone } from '../base/retry-until-done.ts';
import { MAX_ZAPS_AT_ONCE, MAX_ZAPS_AT_ONCE_PER_USER } from './limits.ts';
import { MAX_ZAP_ATTEMPTS, type SendZapReceiptDeps, sendZapReceipt } from './send-zap-receipt.ts';
import type { ClaimedZap, EndedZapAttempt, ZapDeliveryStore } from './zap-delivery-store.ts';

export interface SendZapReceiptsDeps extends RunPeriodicallyDeps, SendZapReceiptDeps {
  readonly zapDeliveries: Pick<ZapDeliveryStore, 'claim' | 'record'>;
}

const LOOK_EVERY_MS = 1000;
/**
 * The time after which another process may send a receipt that a process began to send. No attempt
 * takes nearly as long.
 */
const LEASE_MS = 60_000;

/**
 * Sends the zap receipts that settled payments have ordered, until the process is told to stop. Any
 * number of processes may do so at the same time, and each may die at any moment: others take over
 * its receipts after LEASE_MS.
 */
export async function sendZapReceipts(
  deps: SendZapReceiptsDeps,
  signal: AbortSignal,
): Promise<void> {
  const tasks = createBackgroundTasks(deps.log);
  let running = 0;
  await runPeriodically(
    deps,
    { name: 'sending receipts of zaps', everyMs: LOOK_EVERY_MS },
    signal,
    async () => {
      const deliveriesMax = MAX_ZAPS_AT_ONCE - running;
      if (deliveriesMax === 0) return;
      const claims = await deps.zapDeliveries.claim({
        deliveriesMax,
        perUser: MAX_ZAPS_AT_ONCE_PER_USER,
        attemptsMax: MAX_ZAP_ATTEMPTS,
        leaseMs: LEASE_MS,
      });
      running += claims.length;
      for (const claim of claims) {
        tasks.start('sending the receipt of a zap', async () => {
          try {
            await send(deps, claim, signal);
          } finally {
            running -= 1;
          }
        });
      }
    },
  );
  await tasks.drain();
}

async function send(
  deps: SendZapReceiptsDeps,
  claim: ClaimedZap,
  signal: AbortSignal,
): Promise<void> {
  const sent = await sendZapReceipt(deps, claim, signal);
  // If the stop of this process cut the attempt off, the receipt is due again at once, for the next
  // process.
  const ended: EndedZapAttempt =
    signal.aborted && !sent.isAccepted ? { ...sent, retryAfterMs: 0 } : sent;
  await retryUntilDone(deps, 'recording the receipt of a zap', signal, () =>
    deps.zapDeliveries.record(ended),
  );
}
