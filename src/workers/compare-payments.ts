import type { LightningNode } from '../lightning/node-port.ts';
import { type CompareWithNodeDeps, compareWithNode } from '../usecases/compare-with-node.ts';
import type { StoredStops } from '../usecases/stored-stops.ts';
import { type LeadDeps, lead } from './lead.ts';
import { repeat } from './repeat.ts';

export interface ComparePaymentsDeps extends LeadDeps, CompareWithNodeDeps {
  readonly lightning: CompareWithNodeDeps['lightning'] & Pick<LightningNode, 'newestPaymentIndex'>;
  readonly storedStops: StoredStops;
}

const EVERY_MS = 60_000;
const WHILE_DUE_EVERY_MS = 5000;
/** Nobody sends who slept for longer: what was sent before the change is at the node by then. */
const SENDERS_DONE_MS = 60_000;

/**
 * Remembers each minute up to where the node's payments are known to be in the database. Where the
 * database was put back to an earlier state, compares instead; when nothing is missing, the way is
 * free again, else a person decides (`satchel node release`).
 */
export async function comparePayments(
  deps: ComparePaymentsDeps,
  signal: AbortSignal,
): Promise<void> {
  await lead(deps, 'compare-payments', signal, async (leadership) => {
    let comparedAtMs: number | null = null;
    let markedAtMs: number | null = null;
    const isDue = (lastMs: number | null): boolean =>
      lastMs === null || deps.clock.monotonicMs() - lastMs >= EVERY_MS;
    const options = { name: 'comparing with the node', everyMs: WHILE_DUE_EVERY_MS };
    await repeat(deps, options, leadership.signal, async () => {
      const due = await deps.comparisons.readDue();
      if (due === null) {
        if (!isDue(markedAtMs)) return;
        markedAtMs = deps.clock.monotonicMs();
        await mark(deps);
      } else if (isDue(comparedAtMs)) {
        comparedAtMs = deps.clock.monotonicMs();
        await compare(deps, leadership.signal);
      }
    });
  });
}

/** The database may have become another one under our feet, as when a standby took over. */
async function mark(deps: ComparePaymentsDeps): Promise<void> {
  const index = await deps.lightning.newestPaymentIndex();
  const { pubkey } = await deps.lightning.info();
  if (pubkey !== deps.node.pubkey) return;
  if (!(await deps.comparisons.markPayments(index))) await deps.comparisons.recogniseDatabase();
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
    await deps.storedStops.refresh();
  }
}
