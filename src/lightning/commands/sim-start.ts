import type { Command } from 'commander';
import { printAnswer } from '../../cli/print.ts';
import { RefusedError } from '../../cli/refused.ts';
import { presentSimulatedNode } from '../simulator-protocol/network-protocol.ts';
import { askNetwork, type SimKit, type SimulatedNetwork } from './sim-control.ts';

export function addSimStartCommands(sim: Command, kit: SimKit): void {
  sim
    .command('start')
    .description('run the simulated network on its own, until it is stopped (Ctrl-C)')
    .action(async (_options: unknown, command: Command) => {
      const { start } = await kit.openSimulatedNetwork();
      const running = await start();
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
      const network = await kit.openSimulatedNetwork();
      const running = await network.findRunning();
      if (running === null) {
        printAnswer(command, { stopped: false, pid: null }, ['no simulated network runs']);
        return;
      }
      await askNetwork(kit, (control) => control.shutdown());
      await waitForEnd(network);
      printAnswer(command, { stopped: true, pid: running.pid }, [
        'the simulated network has stopped',
      ]);
    });
}

const END_TIMEOUT_MS = 10_000;
const POLL_MS = 50;

async function waitForEnd({ findRunning, clock }: SimulatedNetwork): Promise<void> {
  const endMs = clock.monotonicMs() + END_TIMEOUT_MS;
  while ((await findRunning()) !== null) {
    if (clock.monotonicMs() > endMs) throw new RefusedError('the simulated network does not stop');
    await clock.sleep(POLL_MS);
  }
}
