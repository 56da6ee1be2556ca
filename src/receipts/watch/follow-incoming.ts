/** Follows one stream of settled invoices from the node, without missing any. */

import { abortAfter } from '../../background/takeover-grace.ts';
import {
  type IncomingEvent,
  type IncomingPayment,
  type LightningNode,
  NodeFault,
} from '../../lightning/node-port.ts';
import type { BackfillInvoicesDeps } from './backfill-invoices.ts';
import { ensureNodeBaseline } from './ensure-node-baseline.ts';
import { settleInOrder } from './settle-in-order.ts';
import { type Watch, WatchStopped } from './watch.ts';

export interface FollowIncomingDeps extends BackfillInvoicesDeps {
  readonly lightning: Pick<LightningNode, 'info' | 'incoming' | 'settledInvoices'>;
}

type SettledEvent = Extract<IncomingEvent, { kind: 'settled' }>;

/**
 * The silence after which a stream is opened again, as it may be dead without notice. A stream that
 * does not show the last processed event (the cursor) within this time is opened again as well.
 */
const MAX_SILENCE_MS = 30_000;
/** The time before the next list of invoices, as a multiple of the time that the last list took. */
const COOLDOWN_PER_LISTING = 10;
/** The time in which events may still arrive whose settle indexes were skipped. */
const CHECK_AGAIN_MS = 15_000;
/**
 * The number of events up to the last processed one that a new stream repeats, after a break or
 * after silence.
 */
const REPLAYED_AFTER_BREAK = 100n;
const REPLAYED_AFTER_SILENCE = 1n;

/** The place in the node's stream from which it is followed. */
interface Start {
  /** The settle index of the last event that was processed; 0 if none was. */
  readonly index: bigint;
  readonly baseline: bigint;
}

/**
 * Follows the node's stream of settled invoices until it breaks or the signal aborts. Before any
 * event of a new stream is booked, the node must show the last processed event (the cursor) again.
 * A node that cannot do so has another history than the one that was followed.
 */
export async function followIncoming(
  deps: FollowIncomingDeps,
  watch: Watch,
  signal: AbortSignal,
): Promise<void> {
  let replayCount = REPLAYED_AFTER_BREAK;
  while (!signal.aborted) {
    try {
      await followUntilSilent(deps, watch, replayCount, signal);
    } finally {
      watch.isVerified = false;
      watch.connection += 1;
    }
    replayCount = REPLAYED_AFTER_SILENCE;
  }
}

interface Connection {
  readonly deps: FollowIncomingDeps;
  readonly watch: Watch;
  readonly start: Start;
  /**
   * Events that were received and not processed yet, because the node has not shown the last
   * processed event again.
   */
  readonly held: SettledEvent[];
  /** The highest settle index that this connection has received. */
  highestSeen: bigint;
}

async function followUntilSilent(
  deps: FollowIncomingDeps,
  watch: Watch,
  replayCount: bigint,
  signal: AbortSignal,
): Promise<void> {
  await requireOwnNode(deps);
  const start = await readStart(deps, watch, signal);
  const connection: Connection = { deps, watch, start, held: [], highestSeen: start.index };
  const over = new AbortController();
  const limit = AbortSignal.any([signal, over.signal]);
  let silenceMs = MAX_SILENCE_MS;
  let stopWaiting = abortAfter(deps.clock, silenceMs, over);
  try {
    for await (const event of deps.lightning.incoming(replayFrom(start, replayCount), limit)) {
      if (event.kind === 'settled') hold(connection, event);
      if (!watch.isVerified && !isTimeToVerify(start, event)) continue;
      stopWaiting();
      if (event.kind === 'settled') await takeHeld(connection, event);
      else silenceMs = await cooldownAfter(deps, () => verifyByListing(connection, signal));
      stopWaiting = abortAfter(deps.clock, silenceMs, over);
    }
    if (signal.aborted) return;
    if (!over.signal.aborted) throw new NodeFault('the stream of invoices ended');
    // The time-out proves nothing by itself, as this process may have slept or the stream may be
    // dead. So the node is asked for a list of invoices.
    if (!watch.isVerified) await verifyByListing(connection, signal);
  } finally {
    stopWaiting();
    over.abort();
  }
}

/**
 * The time before the next list of invoices. Strangers can cause invoices, so listing them all must
 * not keep the node busy: the slower the list was, the longer is the pause.
 */
async function cooldownAfter(
  { clock }: FollowIncomingDeps,
  list: () => Promise<void>,
): Promise<number> {
  const begunAtMs = clock.monotonicMs();
  await list();
  return Math.max(MAX_SILENCE_MS, COOLDOWN_PER_LISTING * (clock.monotonicMs() - begunAtMs));
}

/**
 * The index from which LND is asked to replay events. LND replays those above the index, and
 * nothing for 0, so it cannot show an event at index 1: see verifyByListing. After a break, some
 * events before the last processed one are asked for too, because that one may have overtaken them.
 */
function replayFrom({ index }: Start, replayCount: bigint): bigint {
  if (index <= 1n) return index;
  return index > replayCount ? index - replayCount : 1n;
}

/**
 * Whether to check the node's history now: by this event, or by a list of invoices where the stream
 * cannot show the last processed event.
 */
const isTimeToVerify = ({ index }: Start, event: IncomingEvent): boolean =>
  event.kind === 'settled' ? event.settleIndex === index : index <= 1n;

function hold(connection: Connection, event: SettledEvent): void {
  noteGap(connection, event);
  connection.held.push(event);
}

async function takeHeld(connection: Connection, event: SettledEvent): Promise<void> {
  const { deps, watch, start, held } = connection;
  if (!watch.isVerified) {
    if (!(await isOurHistory(connection, event.payments))) throw missing(deps, start);
    watch.isVerified = true;
  }
  const payments = held.splice(0).flatMap((one) => one.payments);
  await settleInOrder(deps, watch, payments, start.baseline);
}

/**
 * Notes a skipped settle index, which shows that an event is missing, as the indexes grow by one.
 * The next check is then made soon and not in an hour.
 */
function noteGap(connection: Connection, { settleIndex }: SettledEvent): void {
  const { deps, watch, highestSeen } = connection;
  if (settleIndex <= highestSeen) return;
  connection.highestSeen = settleIndex;
  if (settleIndex === highestSeen + 1n) return;
  watch.checkAtMs = Math.min(watch.checkAtMs, deps.clock.monotonicMs() + CHECK_AGAIN_MS);
}

/**
 * Looks for the last processed event in the list of all settled invoices, and books what else is
 * missing. The list is for an event that the stream cannot show (nothing is replayed from 0, and
 * the event at index 1 never), and for one that the stream did not show in time.
 */
async function verifyByListing(connection: Connection, signal: AbortSignal): Promise<void> {
  const { deps, watch, start } = connection;
  const payments: IncomingPayment[] = [];
  for await (const payment of deps.lightning.settledInvoices(signal)) payments.push(payment);
  // A list that was cut off does not show whether the node's history is the known one.
  if (signal.aborted) return;
  const atCursor = payments.filter((payment) => payment.settleIndex === start.index);
  const isShown = atCursor.length > 0 && (await isOurHistory(connection, atCursor));
  if (start.index > 0n && !isShown) throw missing(deps, start);
  watch.isVerified = true;
  // A stream that starts at index 0 may begin a moment after the list of invoices was read, so a
  // check soon looks for events that came in between.
  if (start.index === 0n) watch.checkAtMs = deps.clock.monotonicMs() + CHECK_AGAIN_MS;
  await settleInOrder(deps, watch, payments, start.baseline);
}

/**
 * Whether the event at the cursor is the one that was processed before. If so, its payment is
 * booked, or it settled before this service first saw the node, or it belongs to an invoice that
 * the operator made.
 */
async function isOurHistory(
  { deps, start }: Connection,
  payments: readonly IncomingPayment[],
): Promise<boolean> {
  if (start.index <= start.baseline) return true;
  for (const payment of payments) {
    const { paymentHash, setId, isKeysend } = payment;
    if (await deps.nodes.hasReceipt(deps.node.pubkey, paymentHash, setId)) return true;
    if (isKeysend || setId !== null) continue;
    if ((await deps.invoices.findInvoiceByHash(paymentHash)) === null) return true;
  }
  return false;
}

async function requireOwnNode({ lightning, node }: FollowIncomingDeps): Promise<void> {
  const info = await lightning.info();
  if (info.pubkey === node.pubkey) return;
  throw new WatchStopped({
    kind: 'node_changed',
    subject: info.pubkey,
    detail: `the node at our address is not ${node.pubkey}: nothing that it receives is booked`,
  });
}

async function readStart(
  deps: FollowIncomingDeps,
  watch: Watch,
  signal: AbortSignal,
): Promise<Start> {
  const { settleIndex, baseline } = await ensureNodeBaseline(deps, watch.fence, signal);
  return { index: settleIndex > baseline ? settleIndex : baseline, baseline };
}

const missing = ({ node }: FollowIncomingDeps, { index }: Start): WatchStopped =>
  new WatchStopped({
    kind: 'cursor_event_missing',
    subject: node.pubkey,
    detail: `settle index ${index} is not what we saw there: nothing that it receives is booked`,
  });
