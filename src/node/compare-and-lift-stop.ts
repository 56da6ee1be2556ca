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
  /** Whether every commit waits for a standby, which the operator says and each start checks. */
  readonly hasStandbys: boolean;
  /** Whether users have bitcoin addresses, so that the wallet of the node is read. */
  readonly hasAddresses: boolean;
}

/**
 * The longest sleep after which a process still sends. Payments sent before are at the node after
 * this time.
 */
const SENDERS_DONE_MS = 60_000;
/**
 * A shorter time, where commits wait for a standby: a promoted one has every payment that anyone
 * has begun to send, so no payment can be on its way without a row. Each living process has this
 * time to look for its own payments, and to say so if one is missing (see stored-stops.ts).
 */
const SENDERS_DONE_WITH_STANDBYS_MS = 15_000;
/** The interval of looks at the chain. */
const CHAIN_LOOK_MS = 15_000;

/**
 * Compares a database that went back to an earlier state with the node. If nothing is missing,
 * payments may leave again; otherwise a person decides. Where users have bitcoin addresses, a look
 * at the chain has to find nothing missing either. Returns how long to wait until another
 * comparison can tell more; null if that is not known.
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
  // Another comparison is made later, for payments that slow senders still had on their way.
  if (due.dueForMs < doneAfterMs) return doneAfterMs - due.dueForMs;
  // A promoted standby has every withdrawal that anyone has signed, so any look will do.
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
