/** Decides which loops and jobs about money a process runs, by its role. */

import { addressJobs } from '../../address/address.ts';
import { runJobs } from '../../background/run-jobs.ts';
import type { Jobs } from '../../base/jobs.ts';
import type { Config } from '../../config/config.ts';
import { invoiceJobs } from '../../invoices/invoices.ts';
import { ledgerJobs } from '../../ledger/ledger.ts';
import { checkBooks } from '../../node/check-books.ts';
import { comparePayments } from '../../node/compare-payments.ts';
import { watchChain } from '../../node/watch-chain.ts';
import { watchDatabase } from '../../node/watch-database.ts';
import { watchMacaroons } from '../../node/watch-macaroons.ts';
import { watchNode } from '../../node/watch-node.ts';
import { watchRefusedWrites } from '../../node/watch-refused-writes.ts';
import { watchSolvency } from '../../node/watch-solvency.ts';
import { watchStops } from '../../node/watch-stops.ts';
import { runOnchain } from '../../onchain/run-onchain.ts';
import { paymentJobs } from '../../payments/payments.ts';
import { cancelOrphanBatches } from '../../payments/recovery/cancel-orphan-batches.ts';
import { runHeartbeat } from '../../payments/recovery/heartbeat.ts';
import { releaseStaleSends } from '../../payments/recovery/release-stale-sends.ts';
import { resolvePayments } from '../../payments/recovery/resolve-payments.ts';
import { watchStuck } from '../../payments/recovery/watch-stuck.ts';
import { watchIncoming } from '../../receipts/watch/watch-incoming.ts';
import type { Role } from '../context/app-context.ts';
import type { ServiceParts } from './compose-service-parts.ts';

export type LoopDeps = ServiceParts & { readonly config: Config['payments'] };

/**
 * Runs everything that a process does in the background, until it is told to stop. `moreJobs` are
 * the jobs that have nothing to do with money.
 */
export async function runLoops(deps: LoopDeps, role: Role, moreJobs: Jobs = {}): Promise<void> {
  const { stop } = deps;
  const jobs = {
    ...ledgerJobs(deps),
    ...invoiceJobs(deps),
    ...paymentJobs(deps),
    ...addressJobs(deps),
    ...moreJobs,
  };
  const always = [
    runHeartbeat({ ...deps, role }, stop),
    watchSolvency(deps, stop),
    watchStops(deps, stop),
    watchRefusedWrites(deps, stop),
    releaseStaleSends(deps, stop),
    ...(deps.accessWatch.isEmpty() ? [] : [watchMacaroons(deps, stop)]),
  ];
  const worker = [
    watchIncoming,
    watchDatabase,
    watchNode,
    watchChain,
    resolvePayments,
    watchStuck,
    cancelOrphanBatches,
    checkBooks,
    comparePayments,
    (_: LoopDeps, signal: AbortSignal) => runJobs(deps, jobs, signal),
  ];
  const { onchain } = deps;
  if (onchain !== null) worker.push((_, signal) => runOnchain({ ...deps, ...onchain }, signal));
  const loops = role === 'api' ? [] : worker.map((loop) => loop(deps, stop));
  await Promise.all([...always, ...loops]);
}
