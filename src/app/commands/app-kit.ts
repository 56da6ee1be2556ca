import type { RestoredBackup } from '../../backups/backup.ts';
import type { CommandKit, Open } from '../../cli/command-kit.ts';
import type { SimulatedNetwork } from '../../lightning/commands/sim-control.ts';
import type { CommandDeps } from '../compose/compose-command-deps.ts';

/** Everything that the commands of features get. */
export interface AppKit extends CommandKit<CommandDeps> {
  readonly openNew: Open<CommandDeps>;
  readonly restoreBackup: (path: string) => Promise<RestoredBackup>;
  readonly openSimulatedNetwork: () => Promise<SimulatedNetwork>;
}

// The service is loaded only when a command opens it: help, and refusals of the command line, need
// none of it.
const loadService = () => import('./open-service.ts');
const loadSimulatedNetwork = () => import('./open-simulated-network.ts');

export const APP_KIT: AppKit = {
  open: async (work) => (await loadService()).open(work),
  openNew: async (work) => (await loadService()).openNew(work),
  restoreBackup: async (path) => (await loadService()).restoreBackup(path),
  openSimulatedNetwork: async () => (await loadSimulatedNetwork()).openSimulatedNetwork(),
};
