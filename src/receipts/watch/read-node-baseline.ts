import { type LightningNode, NodeFault } from '../../lightning/node-port.ts';

/**
 * Reads the settle index up to which invoices had settled before this service first saw the node. A
 * stream of new settlements is opened before the invoices are listed. Indexes grow by one, so the
 * result lies below the first settlement of the stream.
 */
export async function readNodeBaseline(
  lightning: Pick<LightningNode, 'incoming' | 'settledInvoices'>,
  signal: AbortSignal,
): Promise<bigint> {
  const over = new AbortController();
  const limit = AbortSignal.any([signal, over.signal]);
  const live = listen(lightning, limit);
  try {
    await live.connected;
    let highest = 0n;
    for await (const { settleIndex } of lightning.settledInvoices(limit)) {
      if (settleIndex > highest) highest = settleIndex;
    }
    if (live.hasEnded() || signal.aborted) throw new NodeFault('the first look was interrupted');
    const firstLive = live.firstIndex();
    return firstLive !== null && firstLive <= highest ? firstLive - 1n : highest;
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
