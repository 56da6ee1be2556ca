/**
 * Watches incoming money, in one of all processes: follows the node, checks that nothing is
 * missing, and looks for money that the node gave back.
 */

import { raiseAlarm } from '../../alarms/raise-alarm.ts';
import { type RunAsLeaderDeps, runAsLeader } from '../../background/run-as-leader.ts';
import { runPeriodically } from '../../background/run-periodically.ts';
import { type Backoff, createFailures } from '../../base/backoff.ts';
import { HOUR_MS } from '../../base/durations.ts';
import { WATCHER_LEASE } from '../../node/node-store.ts';
import { type FollowIncomingDeps, followIncoming } from './follow-incoming.ts';
import {
  type MonitorRevertedReceiptsDeps,
  monitorRevertedReceipts,
} from './monitor-reverted-receipts.ts';
import {
  type ReconcileSettledInvoicesDeps,
  reconcileSettledInvoices,
} from './reconcile-settled-invoices.ts';
import { newWatch, type Watch, WatchStopped } from './watch.ts';

export interface WatchIncomingDeps
  extends FollowIncomingDeps,
    RunAsLeaderDeps,
    MonitorRevertedReceiptsDeps {
  readonly lightning: FollowIncomingDeps['lightning'] &
    ReconcileSettledInvoicesDeps['lightning'] &
    MonitorRevertedReceiptsDeps['lightning'];
  readonly alarms: MonitorRevertedReceiptsDeps['alarms'];
  readonly nodes: FollowIncomingDeps['nodes'];
}

const PAUSES: Backoff = { firstMs: 500, maxMs: 30_000 };
/**
 * The pause after the watch has stopped because a person has to look. It then tries again, so that
 * no one has to restart the service once the cause is gone.
 */
const STOPPED_PAUSE_MS = 60_000;
const CHECK_EVERY_MS = HOUR_MS;
const LOOK_EVERY_MS = 5000;

/**
 * Follows incoming payments at the node, in one of all processes, so that none is lost and none
 * counts twice.
 */
export async function watchIncoming(deps: WatchIncomingDeps, signal: AbortSignal): Promise<void> {
  await runAsLeader(deps, WATCHER_LEASE, signal, async (leadership) => {
    const watch = newWatch(leadership.fence, deps.clock);
    await Promise.all([
      stayConnected(deps, watch, leadership.signal),
      stayComplete(deps, watch, leadership.signal),
      monitorRevertedReceipts(deps, watch, leadership.signal),
    ]);
  });
}

async function stayConnected(
  deps: WatchIncomingDeps,
  watch: Watch,
  signal: AbortSignal,
): Promise<void> {
  const failures = createFailures(PAUSES, deps.random);
  while (!signal.aborted) {
    const begunAtMs = deps.clock.monotonicMs();
    const error = await follow(deps, watch, signal);
    if (signal.aborted) return;
    if (deps.clock.monotonicMs() - begunAtMs > PAUSES.maxMs) failures.end();
    const { failures: inRow, pauseMs, isNews } = failures.note(error);
    if (isNews) deps.log.warn({ error, failures: inRow }, 'the stream of invoices ended');
    const isStopped = error instanceof WatchStopped;
    if (isStopped) await raiseAlarm(deps, error.alarm);
    await deps.clock.sleep(isStopped ? STOPPED_PAUSE_MS : pauseMs, signal);
  }
}

/** Follows one connection until it ends; returns why it ended. */
async function follow(
  deps: WatchIncomingDeps,
  watch: Watch,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    await followIncoming(deps, watch, signal);
    return null;
  } catch (error) {
    return error;
  }
}

/**
 * Checks that no settlement was missed: at the start, every hour, and soon after the stream has
 * skipped an index.
 */
async function stayComplete(
  deps: WatchIncomingDeps,
  watch: Watch,
  signal: AbortSignal,
): Promise<void> {
  const options = { name: 'checking what the node has settled', everyMs: LOOK_EVERY_MS };
  await runPeriodically(deps, options, signal, async () => {
    const dueAtMs = watch.checkAtMs;
    if (!watch.isVerified || deps.clock.monotonicMs() < dueAtMs) return;
    watch.checkAtMs = deps.clock.monotonicMs() + CHECK_EVERY_MS;
    try {
      await reconcileSettledInvoices(deps, watch, signal);
    } catch (error) {
      watch.checkAtMs = dueAtMs;
      throw error;
    }
  });
}
