import { join } from 'node:path';
import type { Log } from '../../base/log.ts';
import type { LightningConfig } from '../../config/config.ts';
import { openLndManagement } from '../../lightning/lnd/management.ts';
import { BAKE_COMMAND, missingRights } from '../../lightning/lnd/missing-rights.ts';
import { type LndNodeOptions, openLndNode } from '../../lightning/lnd/node.ts';
import type { NodeManagement } from '../../lightning/node-management.ts';
import type { NodeConnection } from '../../lightning/node-wallet.ts';
import {
  ensureSimulatedNetwork,
  runningNetwork,
} from '../../lightning/simulator-client/simulated-network.ts';
import {
  type NetworkDescription,
  SERVICE_NODE,
  SIMULATOR_FOLDER,
} from '../../lightning/simulator-protocol/network-protocol.ts';
import type { AppContext, Role } from '../context/app-context.ts';
import type { OwnPrograms } from '../own-programs.ts';
import { keepManagedNode, managedAccess, managementAccess } from './connect-managed-node.ts';
import { NodeSetupError } from './node-setup-error.ts';
import { type LndFiles, readLndFiles } from './read-lnd-files.ts';

/**
 * The node of a service. The simulated network and a managed LND are started if they are not
 * running yet, and end with the service.
 */
export async function connectNode(
  context: AppContext,
  role: Role,
  ownPrograms: OwnPrograms,
): Promise<NodeConnection> {
  const { config, clock, log } = context;
  const { lightning, dataDir } = config;
  switch (lightning.kind) {
    case 'lnd': {
      const options = await readLndOptions(lightning, context);
      await requireRights(
        options,
        lightning.macaroonFile,
        `bake one that has them: ${BAKE_COMMAND}`,
      );
      return openLndNode(options);
    }
    case 'managed': {
      await keepManagedNode(lightning, context, role, ownPrograms);
      const options = await managedAccess(context);
      await requireRights(
        options,
        'of the managed node',
        'run `satchel node setup`, which bakes one that has them',
      );
      return openLndNode(options);
    }
    case 'simulated': {
      const starting = ensureSimulatedNetwork({ dataDir, clock, log });
      ownPrograms.add(async () => (await starting).end());
      return openServiceNode((await starting).description, context);
    }
  }
}

/** The node for a command, which starts none itself. */
export async function connectRunningNode(context: AppContext): Promise<NodeConnection> {
  const { lightning } = context.config;
  switch (lightning.kind) {
    case 'lnd':
      return openLndNode(await readLndOptions(lightning, context));
    case 'managed':
      return openLndNode(await managedAccess(context));
    case 'simulated':
      return openServiceNode(await requireNetwork(context), context);
  }
}

/**
 * What operators do with the node that we run. Null for an LND of their own: its macaroon allows
 * none of this, so that it is worth little to a thief.
 */
export async function connectManagement(context: AppContext): Promise<NodeManagement | null> {
  switch (context.config.lightning.kind) {
    case 'lnd':
      return null;
    case 'managed':
      return openLndManagement(await managementAccess(context));
    case 'simulated':
      return openLndManagement(optionsOf(await requireNetwork(context), context));
  }
}

async function requireNetwork({ config }: AppContext): Promise<NetworkDescription> {
  const network = await runningNetwork(join(config.dataDir, SIMULATOR_FOLDER));
  if (network !== null) return network;
  throw new NodeSetupError('the simulated network is not running: run `satchel sim start`');
}

const openServiceNode = (network: NetworkDescription, context: Pick<AppContext, 'clock'>) =>
  openLndNode(optionsOf(network, context));

function optionsOf(
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

/** Better to fail at the start than at the first payment. */
async function requireRights(
  options: LndNodeOptions,
  macaroonFile: string,
  remedy: string,
): Promise<void> {
  const missing = await findMissing(options);
  if (missing.length === 0) return;
  throw new NodeSetupError(
    `the macaroon ${macaroonFile} lacks permissions: ${missing.join(' ')}; ${remedy}`,
  );
}

async function findMissing(options: LndNodeOptions): Promise<readonly string[]> {
  try {
    return await missingRights(options);
  } catch (cause) {
    throw new NodeSetupError('the Lightning node does not answer', { cause });
  }
}

const readLndOptions = async (
  lnd: Extract<LightningConfig, { kind: 'lnd' }>,
  { clock, log }: Pick<AppContext, 'clock' | 'log'>,
): Promise<LndNodeOptions> => {
  const first = await readLndFiles(lnd);
  return {
    restUrl: lnd.restUrl,
    ...first,
    readAccess: readAgain(lnd, first, log),
    clock,
  };
};

/** For an LND that has a new certificate, and for a macaroon that was baked again. */
function readAgain(
  lnd: Extract<LightningConfig, { kind: 'lnd' }>,
  first: LndFiles,
  log: Log,
): () => Promise<LndFiles> {
  let last = first;
  return async () => {
    const read = await readLndFiles(lnd);
    const isSame = read.macaroonHex === last.macaroonHex && read.tlsCaPem === last.tlsCaPem;
    if (!isSame) log.info({}, 'LND has another certificate or macaroon: its files were read again');
    last = read;
    return read;
  };
}
