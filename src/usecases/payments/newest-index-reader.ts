import { type LightningNode, NodeFault } from '../../lightning/node-port.ts';
import type { NodeIdentity } from '../../operations/node-identity.ts';

/** Answers the newest payment index of our node, read after the call was made. */
export type NewestIndexReader = () => Promise<bigint>;

export interface NewestIndexDeps {
  readonly lightning: Pick<LightningNode, 'newestPaymentIndex' | 'info' | 'connectionsOpened'>;
  /** Found at the start, over the connections that were open then. */
  readonly node: Pick<NodeIdentity, 'pubkey'>;
  readonly gate: { reportStranger(): void };
}

/**
 * Whoever asks while a read is under way waits for the next one, together with all others: an
 * answer that was begun before somebody's money was reserved says nothing about his payment.
 */
export function createNewestIndexReader(deps: NewestIndexDeps): NewestIndexReader {
  const checkNode = createNodeCheck(deps);
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<bigint> | null = null;

  const readOnce = async (): Promise<bigint> => {
    const index = await deps.lightning.newestPaymentIndex();
    await checkNode();
    return index;
  };

  return () => {
    next ??= running.then(() => {
      const read = readOnce();
      running = read.catch(() => undefined);
      next = null;
      return read;
    });
    return next;
  };
}

/**
 * Every payment is sent after such a read, so nothing is sent to a node that took the place of
 * ours. It is asked who it is only where a connection was opened since it was asked last.
 */
function createNodeCheck({ lightning, node, gate }: NewestIndexDeps): () => Promise<void> {
  let checkedConnections = lightning.connectionsOpened;
  return async () => {
    const { connectionsOpened } = lightning;
    if (connectionsOpened === checkedConnections) return;
    const { pubkey } = await lightning.info();
    if (pubkey !== node.pubkey) {
      gate.reportStranger();
      throw new NodeFault(`the node at our address is ${pubkey}, which is not ours`);
    }
    checkedConnections = connectionsOpened;
  };
}
