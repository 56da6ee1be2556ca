import type { RestoredBackup } from '../../backups/backup.ts';
import type { CommandKit, Open } from '../../cli/command-kit.ts';
import type { SimulatedNetwork } from '../../lightning/commands/sim-control.ts';
import type { NodeSetupKit } from '../../managed-lnd/commands/node-setup.ts';
import type { CommandDeps } from '../compose/compose-command-deps.ts';

/** Everything that a feature needs to add its commands. */
export interface AppKit extends CommandKit<CommandDeps>, NodeSetupKit {
  readonly openNew: Open<CommandDeps>;
  readonly restoreBackup: (path: string) => Promise<RestoredBackup>;
  readonly openSimulatedNetwork: () => Promise<SimulatedNetwork>;
}

// The service's code is loaded only when a command opens the service, because help and errors in
// the command line do not need it.
const loadService = () => import('./open-service.ts');
const loadSimulatedNetwork = () => import('./open-simulated-network.ts');
const loadNodeSetup = () => import('./open-node-setup.ts');

export const APP_KIT: AppKit = {
  open: async (work) => (await loadService()).open(work),
  openNew: async (work) => (await loadService()).openNew(work),
  restoreBackup: async (path) => (await loadService()).restoreBackup(path),
  openSimulatedNetwork: async () => (await loadSimulatedNetwork()).openSimulatedNetwork(),
  openProgramAccess: async (dataDir) => (await loadNodeSetup()).openProgramAccess(dataDir),
  openNodeSetup: async (config) => (await loadNodeSetup()).openNodeSetup(config),
};
