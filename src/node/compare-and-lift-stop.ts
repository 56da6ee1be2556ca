import {
  type CheckPaymentWatermarkDeps,
  checkPaymentWatermark,
} from './check-payment-watermark.ts';
import { type CompareWithNodeDeps, compareWithNode } from './compare-with-node.ts';
import type { ComparisonStore } from './comparison-store.ts';
import type { StoredStops } from './stored-stops.ts';

export interface CompareAndReleaseDeps extends CheckPaymentWatermarkDeps, CompareWithNodeDeps {
  readonly lightning: CheckPaymentWatermarkDeps['lightning'] & CompareWithNodeDeps['lightning'];
  readonly comparisons: ComparisonStore;
  readonly storedStops: Pick<StoredStops, 'refresh'>;
  /**
   * Whether every commit waits for a standby. The operator sets this, and each start of a process
   * checks it.
   */
  readonly hasStandbys: boolean;
  /**
   * Whether the settings give users bitcoin addresses. Then the node's on-chain wallet must be
   * compared too.
   */
  readonly hasAddresses: boolean;
}

/**
 * The time until all payments that processes were about to send have reached the node: a process
 * that has slept for longer sends nothing any more.
 */
const SENDERS_DONE_MS = 60_000;
/**
 * The shorter time for services in which commits wait for a standby. A promoted standby knows every
 * payment that anyone has begun to send, so no payment can be on its way without a row. In this
 * time, each living process searches the database for its own payments, and reports a missing one
 * (see stored-stops.ts).
 */
const SENDERS_DONE_WITH_STANDBYS_MS = 15_000;
/** The interval at which the on-chain wallet of the node is read. */
const CHAIN_LOOK_MS = 15_000;

/**
 * Compares a database that was restored to an earlier state with the node. If nothing is missing,
 * payments may leave again; otherwise a person decides. Where users have bitcoin addresses, nothing
 * may be missing in the on-chain wallet either. Returns how long to wait until another comparison
 * can tell more; null if that is not known.
 */
export async function compareAndLiftStop(
  deps: CompareAndReleaseDeps,
  signal: AbortSignal,
): Promise<number | null> {
  const due = await deps.comparisons.readDue();
  const outcome = await compareWithNode(deps, signal);
  if (outcome.kind === 'not_possible') {
    deps.log.warn({ why: outcome.why }, 'the payments of the node cannot be compared yet');
    return null;
  }
  if (due === null) return null;
  const { comparisons, hasStandbys, hasAddresses } = deps;
  const doneAfterMs = hasStandbys ? SENDERS_DONE_WITH_STANDBYS_MS : SENDERS_DONE_MS;
  // A second comparison later also covers payments that processes were still sending during the
  // first.
  if (due.dueForMs < doneAfterMs) return doneAfterMs - due.dueForMs;
  // A promoted standby knows every withdrawal that anyone has signed, so the wallet may be read at
  // any time after the stop.
  const lookAfterMs = hasStandbys ? 0 : SENDERS_DONE_MS;
  const needs = { chainLookAfterMs: hasAddresses ? lookAfterMs : null };
  const released = hasStandbys
    ? await comparisons.releaseAfterFailover(needs)
    : await comparisons.release(true, needs);
  if (released === 'chain_not_looked_at') {
    deps.log.info(
      {},
      'all payments of the node are known; a look at its bitcoin wallet is awaited',
    );
    return CHAIN_LOOK_MS;
  }
  if (released !== 'released') return null;
  deps.log.info({}, 'all payments of the node are known: they may leave again');
  await checkPaymentWatermark(deps, signal);
  await deps.storedStops.refresh();
  return null;
}
