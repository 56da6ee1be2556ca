import { openLndManagement } from '../../lightning/lnd/management.ts';
import { BAKE_COMMAND, missingRights } from '../../lightning/lnd/missing-rights.ts';
import { type LndNodeOptions, openLndNode } from '../../lightning/lnd/node.ts';
import { openLndNodeLedger } from '../../lightning/lnd/node-ledger.ts';
import type { NodeLedger } from '../../lightning/node-ledger.ts';
import type { NodeManagement } from '../../lightning/node-management.ts';
import type { NodeConnection } from '../../lightning/node-wallet.ts';
import { ensureSimulatedNetwork } from '../../lightning/simulator-client/simulated-network.ts';
import type { AppContext, Role } from '../context/app-context.ts';
import type { OwnPrograms } from '../own-programs.ts';
import { accessByPurpose } from './access-by-purpose.ts';
import { keepManagedNode, type NodeAlarmStores } from './connect-managed-node.ts';
import { type CoinStores, countCoins } from './count-coins.ts';
import { NodeSetupError } from './node-setup-error.ts';

/**
 * Connects the service to its node. If a simulated network or a managed LND is not running, it is
 * started, and ends with the service.
 */
export async function connectNode(
  context: AppContext,
  role: Role,
  ownPrograms: OwnPrograms,
  stores: CoinStores & NodeAlarmStores,
): Promise<NodeConnection> {
  await startNode(context, role, ownPrograms, stores);
  const options = await accessByPurpose(context).payments();
  await requireRights(options, context);
  return countCoins(openLndNode(options), context.config, stores);
}

async function startNode(
  context: AppContext,
  role: Role,
  ownPrograms: OwnPrograms,
  stores: NodeAlarmStores,
): Promise<void> {
  const { config, clock, log } = context;
  const { lightning, dataDir } = config;
  switch (lightning.kind) {
    case 'lnd':
      return;
    case 'managed':
      return await keepManagedNode(lightning, context, role, ownPrograms, stores);
    case 'simulated': {
      const starting = ensureSimulatedNetwork({ dataDir, clock, log });
      ownPrograms.add(async () => (await starting).end());
      await starting;
    }
  }
}

/** Connects a command to the node. A command does not start a node that is not running. */
export async function connectRunningNode(
  context: AppContext,
  stores: CoinStores,
): Promise<NodeConnection> {
  const options = await accessByPurpose(context).payments();
  return countCoins(openLndNode(options), context.config, stores);
}

/**
 * Connects to the management calls of the node, such as opening channels; null if operators run the
 * node themselves.
 */
export async function connectManagement(context: AppContext): Promise<NodeManagement | null> {
  const { management } = accessByPurpose(context);
  return management === null ? null : openLndManagement(await management());
}

/** Connects to what the node itself has recorded, with the macaroon for payments. */
export async function connectNodeLedger(context: AppContext): Promise<NodeLedger> {
  return openLndNodeLedger(await accessByPurpose(context).payments());
}

/**
 * Throws if the macaroon lacks permissions, so that this shows when the service starts and not at
 * the first payment.
 */
async function requireRights(options: LndNodeOptions, { config }: AppContext): Promise<void> {
  const { lightning } = config;
  // The macaroon of the simulated node allows everything, so there is nothing to check.
  if (lightning.kind === 'simulated') return;
  const missing = await findMissing(options);
  if (missing.length === 0) return;
  const [macaroon, remedy] =
    lightning.kind === 'lnd'
      ? [lightning.macaroonFile, `bake one that has them: ${BAKE_COMMAND}`]
      : ['of the managed node', 'run `satchel node setup`, which bakes one that has them'];
  throw new NodeSetupError(
    `the macaroon ${macaroon} lacks permissions: ${missing.join(' ')}; ${remedy}`,
  );
}

async function findMissing(options: LndNodeOptions): Promise<readonly string[]> {
  try {
    return await missingRights(options);
  } catch (cause) {
    throw new NodeSetupError('the Lightning node does not answer', { cause });
  }
}
