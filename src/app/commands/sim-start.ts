import { join } from 'node:path';
import type { Command } from 'commander';
import type { Clock } from '../../base/clock.ts';
import { readConfig } from '../../config/config.ts';
import { readEnvironment } from '../../config/env.ts';
import {
  runningNetwork,
  startSimulatedNetwork,
} from '../../lightning/simulator-client/simulated-network.ts';
import {
  presentSimulatedNode,
  SIMULATOR_FOLDER,
} from '../../lightning/simulator-protocol/network-protocol.ts';
import { systemClock } from '../../system/system-clock.ts';
import { printAnswer } from './print.ts';
import { RefusedError } from './refused.ts';
import { askNetwork } from './sim-control.ts';

export function addSimStartCommands(sim: Command): void {
  sim
    .command('start')
    .description('run the simulated network on its own, until it is stopped (Ctrl-C)')
    .action(async (_options: unknown, command: Command) => {
      const { dataDir } = readConfig(readEnvironment());
      const running = await startSimulatedNetwork({ dataDir, clock: systemClock });
      const { nodes, controlUrl } = running.description;
      printAnswer(
        command,
        { control_url: controlUrl, nodes: nodes.map(presentSimulatedNode) },
        nodes.map((node) => `${node.name.padEnd(8)} ${node.pubkey}  ${node.restUrl}`),
      );
      const forward = (): void => running.stop();
      process.once('SIGTERM', forward).once('SIGINT', forward);
      await running.ended;
    });

  sim
    .command('stop')
    .description('stop the simulated network of the data folder; its balances are kept')
    .action(async (_options: unknown, command: Command) => {
      const { dataDir } = readConfig(readEnvironment());
      const dir = join(dataDir, SIMULATOR_FOLDER);
      const network = await runningNetwork(dir);
      if (network === null) {
        printAnswer(command, { stopped: false, pid: null }, ['no simulated network runs']);
        return;
      }
      await askNetwork((control) => control.shutdown());
      await waitForEnd(dir, systemClock);
      printAnswer(command, { stopped: true, pid: network.pid }, [
        'the simulated network has stopped',
      ]);
    });
}

const END_TIMEOUT_MS = 10_000;
const POLL_MS = 50;

async function waitForEnd(dir: string, clock: Clock): Promise<void> {
  const endMs = clock.monotonicMs() + END_TIMEOUT_MS;
  while ((await runningNetwork(dir)) !== null) {
    if (clock.monotonicMs() > endMs) throw new RefusedError('the simulated network does not stop');
    await clock.sleep(POLL_MS);
  }
}
