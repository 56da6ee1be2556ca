import type { NodeIdentity } from '../../lightning/node-identity.ts';
import type { LightningNode } from '../../lightning/node-port.ts';
import { composeStores, type Stores } from '../compose/compose-stores.ts';
import { connectRunningNode } from '../compose/connect-node.ts';
import { identifyNode } from '../compose/identify-node.ts';
import type { Context } from './context.ts';

export interface NodeAndStores {
  readonly stores: Stores;
  readonly lightning: LightningNode;
  readonly node: NodeIdentity;
}

/** Connects to the node of the service, and refuses a node that is not that of the database. */
export async function withNode<T>(
  context: Context,
  work: (parts: NodeAndStores) => Promise<T>,
): Promise<T> {
  const stores = storesOf(context);
  const lightning = await connectRunningNode(context);
  try {
    const node = await identifyNode(context, lightning, stores);
    return await work({ stores, lightning, node });
  } finally {
    await lightning.close();
  }
}

export function storesOf(context: Context): Stores {
  const { storage, config } = context;
  const { batchMax } = config.payments;
  return composeStores({ ...context, database: storage.database, batchMax });
}
