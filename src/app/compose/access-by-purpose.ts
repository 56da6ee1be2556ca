import { join } from 'node:path';
import type { LndNodeOptions } from '../../lightning/lnd/node.ts';
import { runningNetwork } from '../../lightning/simulator-client/simulated-network.ts';
import {
  type NetworkDescription,
  SERVICE_NODE,
  SIMULATOR_FOLDER,
} from '../../lightning/simulator-protocol/network-protocol.ts';
import type { AppContext } from '../context/app-context.ts';
import { managedAccess } from './connect-managed-node.ts';
import { NodeSetupError } from './node-setup-error.ts';
import { readOwnLndAccess } from './read-lnd-files.ts';

type ReadAccess = () => Promise<LndNodeOptions>;

/**
 * How the service reaches its node for each purpose; null for a purpose that its macaroons do not
 * allow.
 */
export interface AccessByPurpose {
  readonly payments: ReadAccess;
  /**
   * Access for managing the node, such as opening channels; null if operators run the node
   * themselves.
   */
  readonly management: ReadAccess | null;
  /** Access to the node's bitcoin wallet for users' bitcoin addresses; null if users have none. */
  readonly chain: ReadAccess | null;
}

/** Decides for each kind of node which macaroon serves which purpose. */
export function accessByPurpose(
  context: Pick<AppContext, 'config' | 'clock' | 'log' | 'accessWatch'>,
): AccessByPurpose {
  const { lightning, onchain } = context.config;
  switch (lightning.kind) {
    case 'lnd': {
      const { macaroonFile } = lightning;
      const chainFile = onchain?.macaroonFile ?? null;
      const read = (path: string, setting: string) =>
        readOwnLndAccess({ ...lightning, macaroon: { path, setting } }, context);
      return {
        payments: () => read(macaroonFile, 'SATCHEL_LND_MACAROON_FILE'),
        // This service does not manage an LND that operators run themselves. A macaroon on this
        // machine that allows no management is worth little to a thief.
        management: null,
        chain:
          chainFile === null ? null : () => read(chainFile, 'SATCHEL_LND_ONCHAIN_MACAROON_FILE'),
      };
    }
    case 'managed':
      return {
        payments: () => managedAccess(context, 'macaroonFile'),
        management: () => managedAccess(context, 'managementMacaroonFile'),
        chain: () => managedAccess(context, 'chainMacaroonFile'),
      };
    case 'simulated': {
      // The simulated node has only one macaroon, which allows everything.
      const simulated = async () => simulatedAccess(await requireNetwork(context), context);
      return { payments: simulated, management: simulated, chain: simulated };
    }
  }
}

async function requireNetwork({ config }: Pick<AppContext, 'config'>): Promise<NetworkDescription> {
  const network = await runningNetwork(join(config.dataDir, SIMULATOR_FOLDER));
  if (network !== null) return network;
  throw new NodeSetupError('the simulated network is not running: run `satchel sim start`');
}

function simulatedAccess(
  network: NetworkDescription,
  { clock }: Pick<AppContext, 'clock'>,
): LndNodeOptions {
  const node = network.nodes.find((candidate) => candidate.name === SERVICE_NODE);
  if (node === undefined) {
    throw new NodeSetupError(`the simulated network has no node named ${SERVICE_NODE}`);
  }
  const { restUrl, macaroonHex } = node;
  return { restUrl, macaroonHex, tlsCaPem: null, clock };
}
