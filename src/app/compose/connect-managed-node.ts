import type { LightningConfig } from '../../config/config.ts';
import type { LndNodeOptions } from '../../lightning/lnd/node.ts';
import { askWalletState, unlockWallet } from '../../lightning/lnd/wallet-state.ts';
import type { ManagedNodeOptions } from '../../managed-lnd/io/launch.ts';
import { readNodeAccess } from '../../managed-lnd/io/node-files.ts';
import { nodeFolder } from '../../managed-lnd/io/node-folder.ts';
import { createNodeKeeper } from '../../managed-lnd/io/node-keeper.ts';
import type { AppContext, Role } from '../context/app-context.ts';
import type { OwnPrograms } from '../own-programs.ts';

type Managed = Extract<LightningConfig, { kind: 'managed' }>;

/**
 * Starts LND and keeps it running. A process with the role `api` does not: it uses the node that a
 * worker on its machine keeps.
 */
export async function keepManagedNode(
  managed: Managed,
  context: AppContext,
  role: Role,
  ownPrograms: OwnPrograms,
): Promise<void> {
  if (role === 'api') return;
  const keeper = createNodeKeeper(managedNodeOptions(managed, context));
  ownPrograms.add((isUrgent) => keeper.end(isUrgent));
  await keeper.start();
}

export const managedNodeOptions = ({ node }: Managed, context: AppContext): ManagedNodeOptions => ({
  ...context,
  dataDir: context.config.dataDir,
  settings: node,
  program: node.program,
  askState: (place) => askWalletState({ ...place, clock: context.clock }),
  unlock: (place, password) => unlockWallet({ ...place, clock: context.clock }, password),
});

/**
 * How to reach the managed node with one of its macaroons. The certificate is read again when LND
 * has made another.
 */
export async function managedAccess(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  macaroon: 'macaroonFile' | 'managementMacaroonFile' | 'chainMacaroonFile',
): Promise<LndNodeOptions> {
  const folder = nodeFolder(config.dataDir);
  const readAccess = () => readNodeAccess(folder, folder[macaroon]);
  return { ...(await readAccess()), readAccess, clock };
}
