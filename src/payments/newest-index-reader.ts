import type { NodeIdentity } from '../lightning/node-identity.ts';
import { type LightningNode, NodeFault } from '../lightning/node-port.ts';

/**
 * Reads the newest payment index of the service's node. The read begins after the call, never
 * before.
 */
export type NewestIndexReader = () => Promise<bigint>;

export interface NewestIndexDeps {
  readonly lightning: Pick<LightningNode, 'newestPaymentIndex' | 'info' | 'connectionsOpened'>;
  /**
   * The node that answered when this process started. Every connection that was opened by then
   * leads to this node, so only later connections are checked.
   */
  readonly node: Pick<NodeIdentity, 'pubkey'>;
  readonly solvencyStop: { reportStranger(): void };
}

/**
 * Creates a reader of the newest payment index. Callers that ask while a read is running share the
 * next read, because a read that began before a payment was reserved says nothing about that
 * payment.
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
 * Creates a check that the node is still ours. Every payment is sent after such a check, so nothing
 * is sent to a node that has taken the place of ours. The node is asked only if a connection was
 * opened since the last check.
 */
function createNodeCheck({ lightning, node, solvencyStop }: NewestIndexDeps): () => Promise<void> {
  let checkedConnections = lightning.connectionsOpened;
  return async () => {
    const { connectionsOpened } = lightning;
    if (connectionsOpened === checkedConnections) return;
    const { pubkey } = await lightning.info();
    if (pubkey !== node.pubkey) {
      solvencyStop.reportStranger();
      throw new NodeFault(`the node at our address is ${pubkey}, which is not ours`);
    }
    checkedConnections = connectionsOpened;
  };
}
