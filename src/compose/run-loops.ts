import type { Config } from '../config/config.ts';
import { cancelNodeInvoices } from '../workers/cancel-node-invoices.ts';
import { cancelOrphanBatches } from '../workers/cancel-orphan-batches.ts';
import { checkBooks } from '../workers/check-books.ts';
import { checkSolvency } from '../workers/check-solvency.ts';
import { beatHeart } from '../workers/heartbeat.ts';
import { resolvePayments } from '../workers/resolve-payments.ts';
import { sweepExpired } from '../workers/sweep-expired.ts';
import { watchIncoming } from '../workers/watch-incoming.ts';
import type { ServiceParts } from './compose-service-parts.ts';
import type { Role } from './role.ts';

export type LoopDeps = ServiceParts & { readonly config: Config['payments'] };

/** Everything that a process does without being asked, until its stop signal. */
export async function runLoops(deps: LoopDeps, role: Role): Promise<void> {
  const { stop } = deps;
  const always = [beatHeart({ ...deps, role }, stop), checkSolvency(deps, stop)];
  const worker = [
    watchIncoming,
    resolvePayments,
    cancelNodeInvoices,
    cancelOrphanBatches,
    checkBooks,
    sweepExpired,
  ];
  const loops = role === 'api' ? [] : worker.map((loop) => loop(deps, stop));
  await Promise.all([...always, ...loops]);
}
