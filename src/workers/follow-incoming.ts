import type { IncomingEvent, IncomingPayment, LightningNode } from '../lightning/node-port.ts';
import { meetNode } from './meet-node.ts';
import type { RescanInvoicesDeps } from './rescan-invoices.ts';
import { settleInOrder } from './settle-in-order.ts';
import type { Watch } from './watch.ts';
import { WatchStopped } from './watch-stopped.ts';

export interface FollowIncomingDeps extends RescanInvoicesDeps {
  readonly lightning: Pick<LightningNode, 'info' | 'incoming' | 'settledInvoices'>;
}

type SettledEvent = Extract<IncomingEvent, { kind: 'settled' }>;

/** How soon the event at the cursor must come again. */
const VERIFY_MS = 30_000;
/** After what may have been missed: a moment for what is on its way. */
const LIST_AGAIN_MS = 15_000;
/** Events below the cursor that a connection asks for again. */
const TOLD_AGAIN = 100n;

/** Where following goes on. */
interface Start {
  /** The last settle index that was dealt with, 0 when there is none. */
  readonly index: bigint;
  readonly baseline: bigint;
}

/**
 * One connection to the node's stream of settled invoices, until it breaks or the signal aborts.
 * Before anything is booked, the node must show the event at the cursor again: a node that cannot
 * has another history than the one that we followed.
 */
export async function followIncoming(
  deps: FollowIncomingDeps,
  watch: Watch,
  signal: AbortSignal,
): Promise<void> {
  await requireOwnNode(deps);
  const start = await readStart(deps, watch, signal);
  const over = new AbortController();
  const connection: Connection = { deps, watch, start, held: [], toldUpTo: start.index };
  const limit = AbortSignal.any([signal, over.signal]);
  try {
    for await (const event of deps.lightning.incoming(replayFrom(start), limit)) {
      if (event.kind === 'settled') await takeEvent(connection, event);
      else if (start.index <= 1n) await verifyByListing(connection, limit);
      else void deps.clock.sleep(VERIFY_MS, limit).then(() => watch.isVerified || over.abort());
    }
    if (!watch.isVerified && !signal.aborted) throw missing(deps, start);
  } finally {
    over.abort();
  }
}

interface Connection {
  readonly deps: FollowIncomingDeps;
  readonly watch: Watch;
  readonly start: Start;
  /** Events that came before the one at the cursor. */
  readonly held: SettledEvent[];
  /** The highest settle index that was told. */
  toldUpTo: bigint;
}

/**
 * LND replays what lies above the index that it is given, and nothing for 0. So an event at index 1
 * cannot be had from the stream, see verifyByListing. More than the event at the cursor is asked
 * for: one that a broken connection told out of order may have passed others that it never told.
 */
function replayFrom({ index }: Start): bigint {
  if (index <= 1n) return index;
  return index > TOLD_AGAIN ? index - TOLD_AGAIN : 1n;
}

async function takeEvent(connection: Connection, event: SettledEvent): Promise<void> {
  const { deps, watch, start, held } = connection;
  noteGap(connection, event);
  if (!watch.isVerified) {
    held.push(event);
    if (event.settleIndex !== start.index) return;
    if (!(await isOurHistory(connection, event.payments))) throw missing(deps, start);
    watch.isVerified = true;
  }
  const events = held.length > 0 ? held.splice(0) : [event];
  const payments = events.flatMap((one) => one.payments);
  await settleInOrder(deps, watch, payments, start.baseline);
}

/** Settle indexes grow by one: what was passed over is looked for soon, not in an hour. */
function noteGap(connection: Connection, { settleIndex }: SettledEvent): void {
  const { deps, watch, toldUpTo } = connection;
  if (settleIndex <= toldUpTo) return;
  connection.toldUpTo = settleIndex;
  if (settleIndex === toldUpTo + 1n) return;
  watch.rescanAtMs = Math.min(watch.rescanAtMs, deps.clock.monotonicMs() + LIST_AGAIN_MS);
}

/**
 * At the very beginning of a node's history the stream replays nothing (cursor 0) or not the event
 * at the cursor (1): what is there already is listed.
 */
async function verifyByListing(connection: Connection, signal: AbortSignal): Promise<void> {
  const { deps, watch, start } = connection;
  const payments: IncomingPayment[] = [];
  for await (const payment of deps.lightning.settledInvoices(signal)) payments.push(payment);
  if (signal.aborted) return;
  const atCursor = payments.filter((payment) => payment.settleIndex === start.index);
  const isShown = atCursor.length > 0 && (await isOurHistory(connection, atCursor));
  if (start.index === 1n && !isShown) throw missing(deps, start);
  watch.isVerified = true;
  // Not sooner: a subscription from 0 may begin to count a moment after it was confirmed.
  watch.rescanAtMs = deps.clock.monotonicMs() + LIST_AGAIN_MS;
  await settleInOrder(deps, watch, payments, start.baseline);
}

/** Whether the event at the cursor is the one that we saw there: booked, old, or the operator's. */
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
  const { settleIndex, baseline } = await meetNode(deps, watch.fence, signal);
  return { index: settleIndex > baseline ? settleIndex : baseline, baseline };
}

const missing = ({ node }: FollowIncomingDeps, { index }: Start): WatchStopped =>
  new WatchStopped({
    kind: 'cursor_event_missing',
    subject: node.pubkey,
    detail: `settle index ${index} is not what we saw there: nothing that it receives is booked`,
  });
