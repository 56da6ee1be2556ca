import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import type { Log } from '../../base/log.ts';
import {
  endProgram,
  identityOf,
  ownerFile,
  pollFor,
  sendSignal,
  startProgram,
} from '../../system/child-program.ts';
import type { ForegroundNetwork } from '../simulator-protocol/control-protocol.ts';
import {
  NETWORK_FILE,
  type NetworkDescription,
  parseNetwork,
  SIMULATOR_FOLDER,
} from '../simulator-protocol/network-protocol.ts';
import { controlOf } from './simulator-control.ts';

export interface SimulatedNetworkOptions {
  readonly dataDir: string;
  readonly log: Log;
  readonly clock: Clock;
}

/** The simulated network did not start. Its log says why. */
export class SimulatedNetworkFault extends Fault {
  override readonly name = 'SimulatedNetworkFault';
  readonly isTransient = false;
}

const START_TIMEOUT_MS = 15_000;
const POLL_MS = 50;
const LOG_FILE = 'simulator.log';
/**
 * The file with the process id of the service that ends the network when it ends itself. A network
 * started by `sim start` has no such file.
 */
const OWNER_FILE = 'owner.pid';
const END_TIMEOUT_MS = 5000;

/** The simulated network that a service uses. */
export interface ServiceNetwork {
  readonly description: NetworkDescription;
  /**
   * Ends the network if this service owns it, and waits for its end. The state of the network stays
   * on disk.
   */
  end(): Promise<void>;
}

/**
 * Finds or starts the simulated network of a data folder. A killed service leaves its network
 * running, like a real Lightning node, and the next service takes it over.
 */
export async function ensureSimulatedNetwork(
  options: SimulatedNetworkOptions,
): Promise<ServiceNetwork> {
  const { clock, log } = options;
  const dir = resolve(options.dataDir, SIMULATOR_FOLDER);
  const owner = ownerFile(join(dir, OWNER_FILE));
  const end = (): Promise<void> => endOwnNetwork(dir, clock);
  const running = await runningNetwork(dir);
  if (running !== null) {
    log.info({ pid: running.pid }, 'reattached to the simulated network');
    await owner.takeOver();
    return { description: running, end };
  }
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  // The service claims the network before starting it. If the service is killed in between, no
  // network without an owner is left running.
  await owner.claim();
  const { pid } = await startProgram({
    file: process.execPath,
    args: [programPath(), '--dir', dir],
    env: null,
    logFile: join(dir, LOG_FILE),
    account: null,
  });
  log.info({ pid }, 'started the simulated network');
  try {
    return { description: await waitForNetwork(dir, clock), end };
  } catch (error) {
    if (pid !== undefined) sendSignal(pid, 'SIGKILL');
    await owner.remove();
    throw error;
  }
}

/**
 * Asks the simulated network to end, and kills it if it does not end in time. Its journal on disk
 * survives that, as it would survive a crash.
 */
async function endOwnNetwork(dir: string, clock: Clock): Promise<void> {
  const owner = ownerFile(join(dir, OWNER_FILE));
  if (!(await owner.isOurs())) return;
  const network = await runningNetwork(dir);
  if (network !== null) {
    const { pid } = network;
    const polling = { clock, pollMs: POLL_MS, timeoutMs: END_TIMEOUT_MS };
    const identity = await identityOf(pid);
    const isRunning = async () => identity !== null && (await identityOf(pid)) === identity;
    await endProgram(polling, pid, ['SIGTERM', 'SIGKILL'], isRunning);
  }
  await owner.remove();
}

/**
 * Finds the running network of a folder; null when none is running. The file alone proves nothing,
 * so the process must answer with the id in the file.
 */
export async function runningNetwork(dir: string): Promise<NetworkDescription | null> {
  const path = join(dir, NETWORK_FILE);
  const description = existsSync(path) ? parseNetwork(readFileSync(path, 'utf8')) : null;
  if (description === null) return null;
  const identity = await controlOf(description).identity();
  const isSame = identity?.instanceId === description.instanceId;
  return isSame && identity.pid === description.pid ? description : null;
}

/**
 * Starts the simulated network as a child process that ends with ours. Refuses if the network is
 * already running.
 */
export async function startSimulatedNetwork(options: {
  readonly dataDir: string;
  readonly clock: Clock;
}): Promise<ForegroundNetwork> {
  const dir = resolve(options.dataDir, SIMULATOR_FOLDER);
  const running = await runningNetwork(dir);
  if (running !== null) {
    throw new SimulatedNetworkFault(
      `the simulated network of ${options.dataDir} runs already, as process ${running.pid}`,
    );
  }
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  rmSync(join(dir, OWNER_FILE), { force: true });
  const child = spawn(process.execPath, [programPath(), '--dir', dir], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => undefined);
  try {
    const description = await waitForNetwork(dir, options.clock);
    return { description, ended, stop: () => child.kill('SIGTERM') };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/**
 * The path of the simulator, which is started as a program and never imported. The path from this
 * file is the same in the source code and in the built program, except for the ending.
 */
const programPath = (): string =>
  fileURLToPath(
    new URL(
      import.meta.url.endsWith('.ts') ? '../../simulator/main.ts' : '../../simulator/main.js',
      import.meta.url,
    ),
  );

async function waitForNetwork(dir: string, clock: Clock): Promise<NetworkDescription> {
  const polling = { clock, pollMs: POLL_MS, timeoutMs: START_TIMEOUT_MS };
  const description = await pollFor(polling, () => runningNetwork(dir));
  if (description !== null) return description;
  throw new SimulatedNetworkFault(
    `the simulated network did not start; see ${join(dir, LOG_FILE)}`,
  );
}
