import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import type { Log } from '../../base/log.ts';
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

/** The simulated network did not start; its log says why. */
export class SimulatedNetworkFault extends Fault {
  override readonly name = 'SimulatedNetworkFault';
  readonly isTransient = false;
}

const START_TIMEOUT_MS = 15_000;
const POLL_MS = 50;
const LOG_FILE = 'simulator.log';
/** Names the service that ends the network together with itself. `sim start` writes none. */
const OWNER_FILE = 'owner.pid';
const END_TIMEOUT_MS = 5000;

/** The network that a service uses. */
export interface ServiceNetwork {
  readonly description: NetworkDescription;
  /** Ends the network if this service owns it, and waits for that; its state stays on disk. */
  end(): Promise<void>;
}

/**
 * The simulated network of a data folder: the running one, or a new process. A killed service
 * leaves it running, as it would a real Lightning node; the next service takes it over.
 */
export async function ensureSimulatedNetwork(
  options: SimulatedNetworkOptions,
): Promise<ServiceNetwork> {
  const { clock, log } = options;
  const dir = resolve(options.dataDir, SIMULATOR_FOLDER);
  const end = (): Promise<void> => endOwnNetwork(dir, clock);
  const running = await runningNetwork(dir);
  if (running !== null) {
    log.info({ pid: running.pid }, 'reattached to the simulated network');
    takeOver(dir);
    return { description: running, end };
  }
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const pid = spawnSimulator(dir);
  writeFileSync(join(dir, OWNER_FILE), `${process.pid}\n`, { mode: 0o600 });
  log.info({ pid }, 'started the simulated network');
  try {
    return { description: await waitForNetwork(dir, clock), end };
  } catch (error) {
    if (pid !== undefined) send(pid, 'SIGKILL');
    rmSync(join(dir, OWNER_FILE), { force: true });
    throw error;
  }
}

/** Only from a service that was killed. A living one keeps what it started. */
function takeOver(dir: string): void {
  const owner = ownerOf(dir);
  if (owner === null || isAlive(owner)) return;
  writeFileSync(join(dir, OWNER_FILE), `${process.pid}\n`);
}

function ownerOf(dir: string): number | null {
  const path = join(dir, OWNER_FILE);
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : null;
}

/**
 * Asks it to end. If it does not in time, it is killed, which its journal survives like a crash.
 */
async function endOwnNetwork(dir: string, clock: Clock): Promise<void> {
  if (ownerOf(dir) !== process.pid) return;
  const network = await runningNetwork(dir);
  if (network !== null) {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (await endsBy(signal, network.pid, clock)) break;
    }
  }
  rmSync(join(dir, OWNER_FILE), { force: true });
}

async function endsBy(signal: NodeJS.Signals, pid: number, clock: Clock): Promise<boolean> {
  const endMs = clock.monotonicMs() + END_TIMEOUT_MS;
  send(pid, signal);
  while (isAlive(pid)) {
    if (clock.monotonicMs() > endMs) return false;
    await clock.sleep(POLL_MS);
  }
  return true;
}

/** A process that has ended but was not yet reaped by its parent has no command line any more. */
function isAlive(pid: number): boolean {
  if (!send(pid, 0)) return false;
  const path = `/proc/${pid}/cmdline`;
  return process.platform !== 'linux' || (existsSync(path) && readFileSync(path, 'utf8') !== '');
}

/** False when there is no such process. Signal 0 only checks. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/**
 * Null when none runs. A file alone proves nothing: the process must answer with the identity in
 * the file.
 */
export async function runningNetwork(dir: string): Promise<NetworkDescription | null> {
  const path = join(dir, NETWORK_FILE);
  const description = existsSync(path) ? parseNetwork(readFileSync(path, 'utf8')) : null;
  if (description === null) return null;
  const identity = await controlOf(description).identity();
  const isSame = identity?.instanceId === description.instanceId;
  return isSame && identity.pid === description.pid ? description : null;
}

/** The simulated network as a child process that ends with ours; refused if one runs already. */
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

/**
 * The simulator is started by path, never imported: source and built files have the same layout.
 */
const programPath = (): string =>
  fileURLToPath(
    new URL(
      import.meta.url.endsWith('.ts') ? '../../simulator/main.ts' : '../../simulator/main.js',
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
