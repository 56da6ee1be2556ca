import { type RunPeriodicallyDeps, runPeriodically } from '../../background/run-periodically.ts';
import { DAY_MS, HOUR_MS } from '../../base/durations.ts';
import type { NodeIdentity } from '../../lightning/node-identity.ts';
import type { LightningNode } from '../../lightning/node-port.ts';
import type { NodeStore } from '../../node/node-store.ts';
import { type CheckRevertedReceiptDeps, checkRevertedReceipt } from '../check-reverted-receipt.ts';
import type { Watch } from './watch.ts';

export interface MonitorRevertedReceiptsDeps extends CheckRevertedReceiptDeps, RunPeriodicallyDeps {
  readonly lightning: CheckRevertedReceiptDeps['lightning'] & Pick<LightningNode, 'channels'>;
  readonly nodes: Pick<NodeStore, 'newestReceipts'>;
  readonly node: NodeIdentity;
}

const EVERY_MS = 5000;
const MAX_PAUSE_MS = HOUR_MS;
/**
 * The time for which the node is asked again what became of a receipt. A channel may need that long
 * to come back, with the HTLCs that are in it.
 */
const GIVE_UP_MS = DAY_MS;
/** The error in the start time of the node, which tells its age in whole seconds, rounded down. */
const ROUNDING_MS = 2000;

/** One run of the node, from one start of its process to the next. */
interface NodeRun {
  /** The latest time at which the node may have started. */
  readonly startedBy: Date;
  readonly seenAtMs: number;
  nextLookAtMs: number;
  isOver: boolean;
  /**
   * Payment hashes of receipts about which the node has said for good whether it kept the money.
   */
  readonly judged: Set<string>;
}

/**
 * After each start of the node, checks whether its channels kept what it had settled just before. A
 * node that was killed may give that money back and still report it as settled. The check is
 * repeated with doubling pauses, for money that is still in a channel or was credited late. A new
 * leading process checks as well, as it does not know what was checked before.
 */
export async function monitorRevertedReceipts(
  deps: MonitorRevertedReceiptsDeps,
  watch: Watch,
  signal: AbortSignal,
): Promise<void> {
  let run: NodeRun | null = null;
  let askedOn: number | null = null;
  const options = { name: 'looking at receipts from before a start of LND', everyMs: EVERY_MS };
  await runPeriodically(deps, options, signal, async () => {
    const { connection } = watch;
    if (!watch.isVerified) return;
    if (askedOn !== connection) {
      run = await meetRun(deps, run);
      askedOn = connection;
    }
    if (run === null || run.isOver || deps.clock.monotonicMs() < run.nextLookAtMs) return;
    await lookOnce(deps, run, signal);
  });
}

/** Returns the known run of the node, or a new one if the node was restarted. */
async function meetRun(
  { clock, lightning }: MonitorRevertedReceiptsDeps,
  known: NodeRun | null,
): Promise<NodeRun> {
  const channels = await lightning.channels();
  const upSec = channels.reduce((max, { watchedSec }) => (watchedSec > max ? watchedSec : max), 0n);
  const startedMs = clock.now().getTime() - Number(upSec) * 1000;
  if (known !== null && startedMs - known.startedBy.getTime() < ROUNDING_MS) return known;
  const seenAtMs = clock.monotonicMs();
  return {
    startedBy: new Date(startedMs),
    seenAtMs,
    nextLookAtMs: seenAtMs,
    isOver: false,
    judged: new Set(),
  };
}

async function lookOnce(
  deps: MonitorRevertedReceiptsDeps,
  run: NodeRun,
  signal: AbortSignal,
): Promise<void> {
  let unknown = 0;
  for (const receipt of await deps.nodes.newestReceipts(deps.node.pubkey, run.startedBy)) {
    if (signal.aborted) return;
    if (run.judged.has(receipt.paymentHash)) continue;
    const finding = await checkRevertedReceipt(deps, receipt);
    if (finding.kind === 'not_told') {
      run.isOver = true;
      deps.log.warn({ why: finding.why }, 'what LND took back of receipts cannot be seen');
      return;
    }
    if (finding.kind === 'unknown') unknown += 1;
    else run.judged.add(receipt.paymentHash);
  }
  const nowMs = deps.clock.monotonicMs();
  const lookedForMs = nowMs - run.seenAtMs;
  run.nextLookAtMs = nowMs + Math.min(Math.max(lookedForMs, EVERY_MS), MAX_PAUSE_MS);
  run.isOver = lookedForMs >= GIVE_UP_MS;
  if (run.isOver && unknown > 0) {
    const why = 'older than store-final-htlc-resolutions=true, or in a channel that is away';
    deps.log.warn({ receipts: unknown, why }, 'LND does not tell whether it took receipts back');
  }
}
