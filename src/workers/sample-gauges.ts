import { msat } from '../base/amount.ts';
import { KEEP_GAUGES_DAYS } from '../base/gauge-limits.ts';
import type { LightningNode } from '../lightning/node-port.ts';
import type { GaugeStore, NodeGauges } from '../operations/gauge-store.ts';
import type { NodeIdentity } from '../operations/node-identity.ts';
import { sweep } from './sweeps.ts';

export interface SampleGaugesDeps {
  readonly gauges: Pick<GaugeStore, 'readGauges' | 'addSample' | 'sweepSamples'>;
  readonly lightning: Pick<LightningNode, 'balances' | 'info'>;
  readonly node: NodeIdentity;
}

/** Writes down where the whole installation stands, and forgets what is too old. */
export async function sampleGauges(deps: SampleGaugesDeps, signal: AbortSignal): Promise<void> {
  const { gauges } = deps;
  // The node first: what is owed is then never older than what covers it.
  const node = await readNode(deps);
  await gauges.addSample({ ...(await gauges.readGauges()), node });
  await sweep((limit) => gauges.sweepSamples(KEEP_GAUGES_DAYS, limit), signal);
}

/** Null while it is away, and while another node answers at its address. */
async function readNode({ lightning, node }: SampleGaugesDeps): Promise<NodeGauges | null> {
  try {
    const { pubkey } = await lightning.info();
    if (pubkey !== node.pubkey) return null;
    const { localMsat, remoteMsat, unsettledLocalMsat } = await lightning.balances();
    return { ownedMsat: msat(localMsat + unsettledLocalMsat), localMsat, remoteMsat };
  } catch {
    return null;
  }
}
