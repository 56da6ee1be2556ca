import {
  type CompareWithNodeDeps,
  compareWithNode,
} from '../usecases/operations/compare-with-node.ts';
import { type LookAtNodeDeps, lookAtNode } from '../usecases/operations/look-at-node.ts';
import type { StoredStops } from '../usecases/operations/stored-stops.ts';
import { type LeadDeps, lead } from './lead.ts';
import { repeat } from './repeat.ts';

export interface ComparePaymentsDeps extends LeadDeps, LookAtNodeDeps {
  readonly lightning: LookAtNodeDeps['lightning'] & CompareWithNodeDeps['lightning'];
  readonly comparisons: CompareWithNodeDeps['comparisons'];
  readonly storedStops: StoredStops;
}

const EVERY_MS = 60_000;
const WHILE_DUE_EVERY_MS = 5000;
/** Nobody sends who slept for longer: what was sent before the change is at the node by then. */
const SENDERS_DONE_MS = 60_000;

/**
 * Looks each minute, and soon after each start of the database server, whether the node has
 * payments that the database lacks. Where it was put back to an earlier state, compares instead;
 * when nothing was missing, the way is free again, else a person decides (`satchel node release`).
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
        // The database may have become another one under our feet, as when a standby took over.
        await deps.comparisons.recogniseDatabase();
      } else if (isDue(comparedAtMs)) {
        comparedAtMs = deps.clock.monotonicMs();
        await compare(deps, leadership.signal);
      }
    });
  });
}

async function compare(deps: ComparePaymentsDeps, signal: AbortSignal): Promise<void> {
  const due = await deps.comparisons.readDue();
  const outcome = await compareWithNode(deps, signal);
  if (outcome.kind === 'not_possible') {
    deps.log.warn({ why: outcome.why }, 'the payments of the node cannot be compared yet');
    return;
  }
  // Compared once more later, with what slow senders had still on its way.
  if (due === null || due.dueForMs < SENDERS_DONE_MS) return;
  const released = await deps.comparisons.release(true);
  if (released === 'released') {
    deps.log.info({}, 'all payments of the node are known: they may leave again');
    await lookAtNode(deps, signal);
    await deps.storedStops.refresh();
  }
}
