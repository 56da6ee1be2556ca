import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { request } from 'undici';
import { composeStores, type Stores } from '../../src/app/compose/compose-stores.ts';
import { openStorage } from '../../src/app/context/open-storage.ts';
import { readConfig } from '../../src/config/config.ts';
import { runningNetwork } from '../../src/lightning/simulator-client/simulated-network.ts';
import { controlOf } from '../../src/lightning/simulator-client/simulator-control.ts';
import type { SimulatorControl } from '../../src/lightning/simulator-protocol/control-protocol.ts';
import { SIMULATOR_FOLDER } from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { openDataFolder } from '../../src/system/data-folder.ts';
import { findFreePort } from '../../src/system/free-port.ts';
import { createLogger } from '../../src/system/logger.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { type ClonedDatabase, cloneDatabase, type DatabaseUrls } from './database.ts';
import { eventually } from './eventually.ts';
import { programVariables } from './program-variables.ts';
import { openCommands } from './service-commands.ts';
import { newFolder, startSimulatorProcess } from './simulator-process.ts';

/**
 * The whole program as a user runs it: `bin/satchel.js start` in a separate process, with its
 * simulated network in a fresh data folder.
 */
export interface RunningService {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly pid: number;
  /** The output of the service so far. */
  output(): string;
  /**
   * Runs a command beside the service, in a process that runs many commands, and reads its `--json`
   * answer.
   */
  cli(...args: readonly string[]): Promise<unknown>;
  /** Runs a command in a process of its own, as the program is installed. */
  runProgram(...args: readonly string[]): Promise<unknown>;
  /** The simulated network of the service, without a command in between. */
  simulator(): Promise<SimulatorControl>;
  /** Gives access to the database beside the service. */
  withStores<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
  /** Ends the process by a signal, and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Starts the program again on the same data folder and port. */
  start(): Promise<void>;
  /** Ends everything, and removes the data folder and the database. */
  dispose(): Promise<void>;
}

export interface ServiceOptions {
  /**
   * `shared` means a database on the server that all tests share, unless the variables name another
   * one. `embedded` means a database server in the data folder, as after a first start.
   */
  readonly database?: 'shared' | 'embedded';
  /** The role of the process; undefined for all roles. */
  readonly role?: 'api' | 'worker';
}

const PROGRAM = new URL('../../bin/satchel.js', import.meta.url).pathname;
const START_LIMIT_MS = 120_000;
const run = promisify(execFile);

export async function startService(
  variables: Readonly<Record<string, string>> = {},
  options: ServiceOptions = {},
): Promise<RunningService> {
  const database = await databaseFor(variables, options);
  const dataDir = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  // When this runs as root, the account of the database must be able to pass through this folder.
  // Otherwise the database would be in another place, and would not be removed.
  await chmod(dataDir, 0o711);
  const port = variables['SATCHEL_PORT'] ?? String(await freePort());
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    HOME: dataDir,
    SATCHEL_DATA_DIR: dataDir,
    SATCHEL_PORT: port,
    SATCHEL_RATE_LIMIT: 'off',
    ...programVariables(),
    // As under npm, the service ends with the program that started it, even if that is killed.
    npm_lifecycle_event: 'start',
    ...(database !== null && databaseVariables(database)),
    ...variables,
  };
  const baseUrl = `http://127.0.0.1:${port}`;
  let output = '';
  let child: ChildProcess | null = null;

  const command = [PROGRAM, 'start', ...(options.role ? ['--role', options.role] : [])];
  const start = async (): Promise<void> => {
    assert(child === null, 'the service runs already');
    const started = spawn(process.execPath, command, { env, cwd: dataDir });
    child = started;
    started.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    started.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    started.once('exit', () => {
      child = null;
    });
    await untilHealthy(baseUrl, () => (child === started ? null : output));
  };

  const commands = openCommands(env, dataDir);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const running = child;
    if (running !== null) {
      const exited = once(running, 'exit');
      running.kill(signal);
      await exited;
      // The killed process was alone on this database, so the next one need not wait until its
      // leases expire.
      if (signal === 'SIGKILL' && database !== null) {
        await withStores(env, ({ processes }) => processes.declareOthersGone('none'));
      }
    }
    await commands.close();
  };

  const runProgram = async (...args: readonly string[]): Promise<unknown> => {
    const command = [PROGRAM, ...args, '--json'];
    const { stdout } = await run(process.execPath, command, { env, cwd: dataDir });
    return JSON.parse(stdout);
  };

  const simulator = async (): Promise<SimulatorControl> => {
    const network = await eventually('the simulated network runs', () =>
      runningNetwork(join(dataDir, SIMULATOR_FOLDER)),
    );
    return controlOf(network);
  };

  const service: RunningService = {
    baseUrl,
    simulator,
    withStores: (work) => withStores(env, work),
    dataDir,
    env,
    get pid() {
      assert(child?.pid !== undefined, 'the service runs');
      return child.pid;
    },
    output: () => output,
    cli: commands.cli,
    runProgram,
    end,
    start,
    dispose: async () => {
      await end('SIGTERM');
      await stopNetwork(join(dataDir, SIMULATOR_FOLDER));
      await database?.drop();
      // The simulated network still writes files for a moment after it has stopped to answer.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
  try {
    await start();
  } catch (error) {
    await service.dispose();
    throw error;
  }
  return service;
}

async function databaseFor(
  variables: Readonly<Record<string, string>>,
  { database = 'shared' }: ServiceOptions,
): Promise<ClonedDatabase | null> {
  const isGiven = variables['SATCHEL_DATABASE_URL'] !== undefined;
  return database === 'embedded' || isGiven ? null : await cloneDatabase();
}

/**
 * Variables for a service on a database of the throw-away server, which would lose much in a crash.
 */
export const databaseVariables = ({ serviceUrl, ownerUrl }: DatabaseUrls) => ({
  SATCHEL_DATABASE_URL: serviceUrl,
  SATCHEL_MIGRATE_DATABASE_URL: ownerUrl,
  SATCHEL_UNSAFE_DATABASE: 'on',
});

async function stopNetwork(dir: string): Promise<void> {
  const network = await runningNetwork(dir);
  if (network === null) return;
  await controlOf(network).shutdown();
  await eventually('the simulated network ends', async () =>
    (await runningNetwork(dir)) === null ? true : null,
  );
}

async function withStores<T>(
  env: NodeJS.ProcessEnv,
  work: (stores: Stores) => Promise<T>,
): Promise<T> {
  const ports = { clock: systemClock, random: systemRandom };
  const { database: settings, dataDir } = readConfig(env);
  const storage = await openStorage({
    ...ports,
    database: settings,
    applicationName: 'satchel test',
    dataFolder: await openDataFolder(dataDir, systemRandom),
    log: createLogger({ ...ports, level: 'silent', format: 'json', write: () => undefined }),
  });
  try {
    return await work(composeStores({ ...ports, database: storage.database, batchMax: 64 }));
  } finally {
    await storage.close();
  }
}

async function untilHealthy(baseUrl: string, ended: () => string | null): Promise<void> {
  const ask = async (): Promise<true | null> => {
    const output = ended();
    assert(output === null, `the service ended while starting:\n${output}`);
    return (await isHealthy(baseUrl)) ? true : null;
  };
  await eventually('the service is healthy', ask, START_LIMIT_MS);
}

/** Whether a service answers at this address and says that it is healthy. */
export async function isHealthy(baseUrl: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`${baseUrl}/health`);
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}

/**
 * A free port for a program that listens on it soon. The port is none that the system gives to
 * outgoing connections.
 */
export const freePort = (): Promise<number> => findFreePort(systemRandom);

/**
 * Fills the folder that TEST_COMPILE_CACHE names, once per run, with the compiled code of the
 * simulated network, the service and a command. Programs that start at the same time then find
 * everything, and write nothing at their end. A program writes its code when it ends, so this waits
 * for each.
 */
export async function warmCompileCache(): Promise<void> {
  const folder = newFolder();
  const network = await startSimulatorProcess(folder.dir);
  await network.end('SIGTERM');
  folder.remove();
  const service = await startService();
  await service.runProgram('user', 'list');
  await service.dispose();
}
