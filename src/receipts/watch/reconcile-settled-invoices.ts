/** Checks that everything that the node has settled is credited, and credits what is missing. */

import { abortAfter } from '../../background/takeover-grace.ts';
import type { IncomingPayment, LightningNode } from '../../lightning/node-port.ts';
import { requireOwnNode } from '../../lightning/own-node.ts';
import type { NodeStore, SettledPlace } from '../../node/node-store.ts';
import { type BackfillInvoicesDeps, backfillInvoices } from './backfill-invoices.ts';
import { settleInOrder } from './settle-in-order.ts';
import type { Watch } from './watch.ts';

export interface ReconcileSettledInvoicesDeps extends BackfillInvoicesDeps {
  readonly lightning: Pick<
    LightningNode,
    'incoming' | 'settledInvoices' | 'info' | 'connectionsOpened'
  >;
}

/** The time without an event after which a replay is given up. */
const MAX_SILENCE_MS = 30_000;
/**
 * The number of settle indexes by which a replay begins before the range to check. If LND does not
 * have the index at which a replay begins, it skips one event, which then lies before the range.
 */
const REPLAY_MARGIN = 100n;

/**
 * Compares what the node has settled with the receipts, and books what is missing. The node replays
 * its settlements since the last check, so the cost depends on these and not on how many invoices
 * are open. The first check begins at the last settlement from before this service met the node.
 * All invoices are listed only when the replay proves nothing: when nothing had settled before that
 * (LND never replays the first settlement), when the node no longer shows the settlement that was
 * checked last, and when it leaves out a settle index. Settlements after the last processed one
 * (the cursor) are left to the stream, which notes gaps, and is opened again when it falls silent.
 */
export async function reconcileSettledInvoices(
  deps: ReconcileSettledInvoicesDeps,
  watch: Watch,
  signal: AbortSignal,
): Promise<void> {
  const { nodes, node } = deps;
  const { settleIndex: upTo, baseline } = await nodes.readCursor(node.pubkey);
  const checked = await nodes.readCheckedSettlement(node.pubkey);
  const range = { since: checked ?? lastEarlier(baseline), upTo };
  const replay = await readReplay(deps, range, signal);
  if (signal.aborted) return;
  if (replay.isWhole) {
    // Without a settlement that was checked before, the replay does not show whose it is.
    if (checked === null) await requireOwnNode(deps);
    await settleInOrder(deps, watch, replay.missed, baseline ?? 0n);
  } else {
    deps.log.info({ since: range.since, upTo }, 'listing all invoices of the node');
    const isOurs = await requireOwnNode(deps);
    await backfillInvoices(deps, watch, signal);
    if (signal.aborted || !isOurs()) return;
  }
  if (replay.last !== null) {
    await nodes.setCheckedSettlement(node.pubkey, replay.last, watch.fence);
  }
}

interface Range {
  /**
   * The settlement up to which nothing is missing; null when a replay cannot show any. Its payment
   * hash is null when no check has seen it yet.
   */
  readonly since: { readonly settleIndex: bigint; readonly paymentHash: string | null } | null;
  /** The settle index up to which everything had settled when the check began. */
  readonly upTo: bigint;
}

/**
 * The last settlement from before this service met the node: everything up to there belongs to
 * others. LND never replays the settlement with index 1.
 */
const lastEarlier = (baseline: bigint | null): Range['since'] =>
  baseline === null || baseline < 2n ? null : { settleIndex: baseline, paymentHash: null };

interface Replay {
  /**
   * Whether the replay showed the settlement at which the range begins, unchanged, and every settle
   * index after it.
   */
  readonly isWhole: boolean;
  readonly missed: readonly IncomingPayment[];
  /**
   * The last settlement of the checked range of settle indexes; null when the replay did not show
   * it.
   */
  readonly last: SettledPlace | null;
}

async function readReplay(
  deps: ReconcileSettledInvoicesDeps,
  range: Range,
  signal: AbortSignal,
): Promise<Replay> {
  const progress = followRange(range);
  const missed: IncomingPayment[] = [];
  const over = new AbortController();
  const limit = AbortSignal.any([signal, over.signal]);
  const wait = () => abortAfter(deps.clock, MAX_SILENCE_MS, over);
  // LND never replays the event with index 1, so a replay up to that index would prove nothing.
  if (range.upTo < 2n) return { isWhole: false, missed, last: null };
  let stopWaiting = wait();
  try {
    for await (const event of deps.lightning.incoming(replayFrom(range), limit)) {
      stopWaiting();
      if (event.kind === 'settled') {
        for (const payment of event.payments) {
          progress.see(payment);
          if (await isMissing(deps, payment, range)) missed.push(payment);
        }
      }
      if (progress.isOver()) break;
      stopWaiting = wait();
    }
  } finally {
    stopWaiting();
    over.abort();
  }
  return { isWhole: progress.isWhole(), missed, last: progress.last() };
}

function replayFrom({ since, upTo }: Range): bigint {
  const first = since?.settleIndex ?? upTo;
  return first > REPLAY_MARGIN ? first - REPLAY_MARGIN : 1n;
}

async function isMissing(
  { nodes, node }: { readonly nodes: NodeStore; readonly node: { readonly pubkey: string } },
  { settleIndex, paymentHash, setId }: IncomingPayment,
  { upTo }: Range,
): Promise<boolean> {
  return settleIndex <= upTo && !(await nodes.hasReceipt(node.pubkey, paymentHash, setId));
}

/**
 * Follows a replay and checks it. Settle indexes grow by one, but LND on SQL replays them in
 * another order.
 */
function followRange({ since, upTo }: Range) {
  const ahead = new Set<bigint>();
  const knownHash = since?.paymentHash ?? null;
  let next = since?.settleIndex ?? upTo;
  let isSameHistory = since !== null;
  let last: SettledPlace | null = null;
  const isComplete = (): boolean => next > upTo;
  return {
    see: ({ settleIndex, paymentHash }: IncomingPayment): void => {
      if (knownHash !== null && settleIndex === since?.settleIndex)
        isSameHistory &&= paymentHash === knownHash;
      if (settleIndex === upTo) last = { settleIndex, paymentHash };
      if (settleIndex < next || settleIndex > upTo) return;
      ahead.add(settleIndex);
      while (ahead.delete(next)) next += 1n;
    },
    isOver: isComplete,
    isWhole: (): boolean => isSameHistory && isComplete(),
    last: (): SettledPlace | null => last,
  };
}
