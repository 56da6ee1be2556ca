import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { LightningNode } from '../lightning/node-port.ts';
import { type NodeWallet, ownedMsat } from '../lightning/node-wallet.ts';
import type { GaugeStore, NodeGauges } from './gauges/gauge-store.ts';

export interface SampleGaugesDeps {
  readonly gauges: Pick<GaugeStore, 'readGauges' | 'addSample'>;
  readonly lightning: Pick<LightningNode, 'info'> & Pick<NodeWallet, 'balances'>;
  readonly node: NodeIdentity;
}

/** Stores a sample of the installation's figures. */
export async function sampleGauges(deps: SampleGaugesDeps): Promise<void> {
  const { gauges } = deps;
  const node = await readNode(deps);
  await gauges.addSample({ ...(await gauges.readGauges()), node });
}

/**
 * Reads the figures of the node. Null if it does not answer, or if another node answers at its
 * address.
 */
async function readNode({ lightning, node }: SampleGaugesDeps): Promise<NodeGauges | null> {
  try {
    const { pubkey } = await lightning.info();
    if (pubkey !== node.pubkey) return null;
    const balances = await lightning.balances();
    const { localMsat, remoteMsat } = balances;
    return { ownedMsat: ownedMsat(balances), localMsat, remoteMsat };
  } catch {
    return null;
  }
}
