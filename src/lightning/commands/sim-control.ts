import type { Clock } from '../../base/clock.ts';
import type { Result } from '../../base/result.ts';
import { RefusedError } from '../../cli/refused.ts';
import type {
  ForegroundNetwork,
  SimulatorControl,
} from '../simulator-protocol/control-protocol.ts';

/** The simulated Lightning network of a data folder, whether or not it is running. */
export interface SimulatedNetwork {
  readonly dataDir: string;
  readonly clock: Clock;
  /** Finds the running simulated network; null when none is running. */
  readonly findRunning: () => Promise<RunningNetwork | null>;
  /**
   * Starts the network as a child process that ends with ours. Refuses if the network is already
   * running.
   */
  readonly start: () => Promise<ForegroundNetwork>;
}

export interface RunningNetwork {
  readonly pid: number;
  readonly control: SimulatorControl;
}

export interface SimKit {
  readonly openSimulatedNetwork: () => Promise<SimulatedNetwork>;
}

/**
 * Calls the simulated network over its control interface. Refuses if the network is not running.
 */
export async function askNetwork<T>(
  kit: SimKit,
  call: (control: SimulatorControl) => Promise<Result<T, string>>,
): Promise<T> {
  const { dataDir, findRunning } = await kit.openSimulatedNetwork();
  const network = await findRunning();
  if (network === null) {
    throw new RefusedError(
      `no simulated network runs for the data folder ${dataDir}: ` +
        'start it with `satchel sim start`',
    );
  }
  const result = await call(network.control);
  if (!result.ok) throw new RefusedError(result.refusal);
  return result.value;
}
