import { scriptOfAddress } from '../../lightning/bitcoin/address.ts';
import type { NodeIdentity } from '../../lightning/node-identity.ts';
import type { LightningNode, NodeInfo } from '../../lightning/node-port.ts';
import type { NodeStore } from '../../node/node-store.ts';
import type { AppContext } from '../context/app-context.ts';
import { NodeSetupError } from './node-setup-error.ts';

/**
 * Asks the node for its identity and throws if it is not the node that the database belongs to. A
 * database belongs to one node on one network forever, because its balances stand for money that
 * only this node holds.
 */
export async function identifyNode(
  { config }: Pick<AppContext, 'config'>,
  lightning: Pick<LightningNode, 'info'>,
  { nodes }: { readonly nodes: Pick<NodeStore, 'bindNode'> },
): Promise<NodeIdentity> {
  const { pubkey, alias, network } = await askInfo(lightning);
  if (config.payments.hasShortGrace && network !== 'regtest') {
    throw new NodeSetupError(
      'SATCHEL_NOT_FOUND_GRACE, SATCHEL_STRANDED_GRACE and SATCHEL_HEARTBEAT_GRACE may be ' +
        'lowered only on regtest and on the simulated network: they keep real money from being ' +
        'given back too early',
    );
  }
  const { coldAddress } = config.ceiling;
  if (coldAddress !== null && scriptOfAddress(coldAddress, network) === null) {
    throw new NodeSetupError(
      `SATCHEL_COLD_ADDRESS is no bitcoin address on ${network}, the network of the node`,
    );
  }
  const bound = await nodes.bindNode(network, pubkey);
  if (bound.network !== network || bound.pubkey !== pubkey) {
    throw new NodeSetupError(
      `this database belongs to node ${bound.pubkey} on ${bound.network}, ` +
        `but the configured node is ${pubkey} on ${network}`,
    );
  }
  return { pubkey, alias, network };
}

async function askInfo(lightning: Pick<LightningNode, 'info'>): Promise<NodeInfo> {
  try {
    return await lightning.info();
  } catch (cause) {
    throw new NodeSetupError('the Lightning node does not answer', { cause });
  }
}
