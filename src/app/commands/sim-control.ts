import { join } from 'node:path';
import type { Result } from '../../base/result.ts';
import { readConfig } from '../../config/config.ts';
import { readEnvironment } from '../../config/env.ts';
import { runningNetwork } from '../../lightning/simulator-client/simulated-network.ts';
import {
  controlOf,
  type SimulatorControl,
} from '../../lightning/simulator-client/simulator-control.ts';
import {
  type NetworkDescription,
  SIMULATOR_FOLDER,
} from '../../lightning/simulator-protocol/network-protocol.ts';
import { RefusedError } from './refused.ts';

/** The simulated network of the data folder; refuses if none is running. */
export async function findNetwork(): Promise<NetworkDescription> {
  const { dataDir } = readConfig(readEnvironment());
  const network = await runningNetwork(join(dataDir, SIMULATOR_FOLDER));
  if (network !== null) return network;
  throw new RefusedError(
    `no simulated network runs for the data folder ${dataDir}: start it with \`satchel sim start\``,
  );
}

/** One call to the control interface of the network. */
export async function askNetwork<T>(
  call: (control: SimulatorControl) => Promise<Result<T, string>>,
): Promise<T> {
  const result = await call(controlOf(await findNetwork()));
  if (!result.ok) throw new RefusedError(result.refusal);
  return result.value;
}
