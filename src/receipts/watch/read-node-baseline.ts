import type { Clock } from '../../base/clock.ts';
import { type InvoicePlace, type LightningNode, NodeFault } from '../../lightning/node-port.ts';
import { followEnds } from './follow-ends.ts';

export interface ReadNodeBaselineDeps {
  readonly lightning: Pick<LightningNode, 'incoming' | 'settledInvoices'>;
  readonly clock: Pick<Clock, 'now'>;
}

export interface NodeBaseline {
  readonly settleIndex: bigint;
  /** The invoice after which the next list can begin; null when there is none. */
  readonly passed: InvoicePlace | null;
}

/**
 * Reads the settle index up to which invoices had settled before this service first saw the node. A
 * stream of new settlements is opened before the invoices are listed. Indexes grow by one, so the
 * result lies below the first settlement of the stream.
 */
export async function readNodeBaseline(
  { lightning, clock }: ReadNodeBaselineDeps,
  signal: AbortSignal,
): Promise<NodeBaseline> {
  const over = new AbortController();
  const limit = AbortSignal.any([signal, over.signal]);
  const live = listen(lightning, limit);
  const progress = followEnds(clock.now());
  const listing = { after: null, onInvoice: progress.see };
  try {
    await live.connected;
    let highest = 0n;
    for await (const { settleIndex } of lightning.settledInvoices(limit, listing)) {
      if (settleIndex > highest) highest = settleIndex;
    }
    if (live.hasEnded() || signal.aborted) throw new NodeFault('the first look was interrupted');
    const firstLive = live.firstIndex();
    if (firstLive === null) return { settleIndex: highest, passed: progress.passed() };
    // What settled meanwhile is not booked yet, so no later list may begin behind it.
    return { settleIndex: firstLive <= highest ? firstLive - 1n : highest, passed: null };
  } finally {
    over.abort();
    await live.ended;
  }
}

interface Listening {
  readonly connected: Promise<void>;
  readonly ended: Promise<void>;
  hasEnded(): boolean;
  firstIndex(): bigint | null;
}

function listen(lightning: Pick<LightningNode, 'incoming'>, signal: AbortSignal): Listening {
  const connected = Promise.withResolvers<void>();
  let firstIndex: bigint | null = null;
  let hasEnded = false;

  const consume = async (): Promise<void> => {
    for await (const event of lightning.incoming(0n, signal)) {
      if (event.kind === 'connected') connected.resolve();
      else if (firstIndex === null || event.settleIndex < firstIndex)
        firstIndex = event.settleIndex;
    }
    throw new NodeFault('the stream of invoices ended');
  };
  const ended = consume().catch((error: unknown) => {
    hasEnded = true;
    connected.reject(error);
  });

  return {
    connected: connected.promise,
    ended,
    hasEnded: () => hasEnded,
    firstIndex: () => firstIndex,
  };
}
