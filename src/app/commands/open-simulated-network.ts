import { join } from 'node:path';
import { readConfig } from '../../config/config.ts';
import { readEnvironment } from '../../config/env.ts';
import type { SimulatedNetwork } from '../../lightning/commands/sim-control.ts';
import {
  runningNetwork,
  startSimulatedNetwork,
} from '../../lightning/simulator-client/simulated-network.ts';
import { controlOf } from '../../lightning/simulator-client/simulator-control.ts';
import { SIMULATOR_FOLDER } from '../../lightning/simulator-protocol/network-protocol.ts';
import { systemClock as clock } from '../../system/system-clock.ts';

/** Opens the simulated network of the configured data folder. */
export function openSimulatedNetwork(): SimulatedNetwork {
  const { dataDir } = readConfig(readEnvironment());
  return {
    dataDir,
    clock,
    async findRunning() {
      const network = await runningNetwork(join(dataDir, SIMULATOR_FOLDER));
      return network && { pid: network.pid, control: controlOf(network) };
    },
    start: () => startSimulatedNetwork({ dataDir, clock }),
  };
}
