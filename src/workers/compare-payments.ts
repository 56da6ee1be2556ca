import {
  type CompareAndReleaseDeps,
  compareAndRelease,
} from '../usecases/operations/compare-and-release.ts';
import { lookAtNode } from '../usecases/operations/look-at-node.ts';
import { type LeadDeps, lead } from './lead.ts';
import { repeat } from './repeat.ts';

export interface ComparePaymentsDeps extends LeadDeps, CompareAndReleaseDeps {}

const EVERY_MS = 60_000;
const WHILE_DUE_EVERY_MS = 5000;

/**
 * Checks every minute, and soon after each start of the database server, whether the node has
 * payments that the database lacks. If the database was put back to an earlier state, compares them
 * instead: if nothing was missing, payments may leave again, otherwise a person decides (`satchel
 * node release`).
 */
export async function comparePayments(
  deps: ComparePaymentsDeps,
  signal: AbortSignal,
): Promise<void> {
  await lead(deps, 'compare-payments', signal, async (leadership) => {
    let comparedAtMs: number | null = null;
    let lookedAtMs: number | null = null;
    const isDue = (lastMs: number | null): boolean =>
      lastMs === null || deps.clock.monotonicMs() - lastMs >= EVERY_MS;
    const options = { name: 'comparing with the node', everyMs: WHILE_DUE_EVERY_MS };
    await repeat(deps, options, leadership.signal, async () => {
      const look = await deps.comparisons.readLook();
      if (look !== null) {
        if (look.isCurrent && !isDue(lookedAtMs)) return;
        lookedAtMs = deps.clock.monotonicMs();
        await lookAtNode(deps, leadership.signal);
        // The database may have changed under us, for example when a standby took over.
        await deps.comparisons.recogniseDatabase();
      } else if (isDue(comparedAtMs)) {
        comparedAtMs = deps.clock.monotonicMs();
        await compareAndRelease(deps, leadership.signal);
      }
    });
  });
}
