import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import type { Log } from '../base/log.ts';
import {
  NETWORK_FILE,
  type NetworkDescription,
  parseNetwork,
  SIMULATOR_FOLDER,
} from '../lightning/simulated-network.ts';
import { controlOf } from './simulator-control.ts';

export interface SimulatedNetworkOptions {
  readonly dataDir: string;
  readonly log: Log;
  readonly clock: Clock;
}

/** The simulated network did not come up; its log says why. */
export class SimulatedNetworkFault extends Fault {
  override readonly name = 'SimulatedNetworkFault';
  readonly isTransient = false;
}

const START_TIMEOUT_MS = 15_000;
const POLL_MS = 50;
const LOG_FILE = 'simulator.log';

/**
 * The simulated network of a data folder: the one that runs already, or a new process of its own.
 * That process outlives us, as a real Lightning node would.
 */
export async function ensureSimulatedNetwork(
  options: SimulatedNetworkOptions,
): Promise<NetworkDescription> {
  const dir = resolve(options.dataDir, SIMULATOR_FOLDER);
  const running = await runningNetwork(dir);
  if (running !== null) {
    options.log.info({ pid: running.pid }, 'reattached to the simulated network');
    return running;
  }
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const pid = spawnSimulator(dir);
  options.log.info({ pid }, 'started the simulated network');
  return await waitForNetwork(dir, options.clock);
}

/**
 * Null when none runs. A file alone proves nothing: the process must answer with the identity that
 * the file names.
 */
export async function runningNetwork(dir: string): Promise<NetworkDescription | null> {
  const path = join(dir, NETWORK_FILE);
  const description = existsSync(path) ? parseNetwork(readFileSync(path, 'utf8')) : null;
  if (description === null) return null;
  const identity = await controlOf(description).identity();
  const isSame = identity?.instanceId === description.instanceId;
  return isSame && identity.pid === description.pid ? description : null;
}

export interface ForegroundNetwork {
  readonly description: NetworkDescription;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  stop(): void;
}

/** The simulated network as a child that ends with us; refused where one runs already. */
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
  const child = spawn(process.execPath, [programPath(), '--dir', dir], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => undefined);
  const description = await waitForNetwork(dir, options.clock);
  return { description, ended, stop: () => child.kill('SIGTERM') };
}

function spawnSimulator(dir: string): number | undefined {
  const logFile = openSync(join(dir, LOG_FILE), 'a', 0o600);
  try {
    const child = spawn(process.execPath, [programPath(), '--dir', dir], {
      detached: true,
      stdio: ['ignore', logFile, logFile],
    });
    child.unref();
    return child.pid;
  } finally {
    closeSync(logFile);
  }
}

/** The simulator is started by path, never imported: sources and built files lie alike. */
const programPath = (): string =>
  fileURLToPath(
    new URL(
      import.meta.url.endsWith('.ts') ? '../simulator/main.ts' : '../simulator/main.js',
      import.meta.url,
    ),
  );

async function waitForNetwork(dir: string, clock: Clock): Promise<NetworkDescription> {
  const endMs = clock.monotonicMs() + START_TIMEOUT_MS;
  while (clock.monotonicMs() < endMs) {
    const description = await runningNetwork(dir);
    if (description !== null) return description;
    await clock.sleep(POLL_MS);
  }
  throw new SimulatedNetworkFault(
    `the simulated network did not start; see ${join(dir, LOG_FILE)}`,
  );
}
