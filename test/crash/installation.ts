import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { composeStores, type Stores } from '../../src/app/compose/compose-stores.ts';
import type { Role } from '../../src/app/context/app-context.ts';
import { openStorage } from '../../src/app/context/open-storage.ts';
import { readConfig } from '../../src/config/config.ts';
import { isTransient } from '../../src/database/database-fault.ts';
import type { Database } from '../../src/database/db.ts';
import { findPostmaster } from '../../src/database/embedded/postmaster-file.ts';
import { runningNetwork } from '../../src/lightning/simulator-client/simulated-network.ts';
import { controlOf } from '../../src/lightning/simulator-client/simulator-control.ts';
import type { SimulatorControl } from '../../src/lightning/simulator-protocol/control-protocol.ts';
import {
  type NetworkDescription,
  SIMULATOR_FOLDER,
} from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { openDataFolder } from '../../src/system/data-folder.ts';
import { createLogger } from '../../src/system/logger.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { eventually } from '../support/eventually.ts';
import { guardByShell } from '../support/guard-shell.ts';
import { programVariables } from '../support/program-variables.ts';
import { freePort } from '../support/running-service.ts';
import { type GoingBackDatabase, openGoingBackDatabase } from './going-back-database.ts';
import { type OwnDatabase, openOwnDatabase } from './own-database.ts';
import { PRUNES } from './prune-often.ts';
import { launchService, type Program, type ServiceProcess } from './service-process.ts';

/**
 * A data folder with its database and its simulated network, and the processes of the service on
 * it: one that does everything, or an api and a worker over a database that is not theirs.
 */
export interface Installation {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly roles: readonly Role[];
  /** The one that was launched last in this role. */
  process(role: Role): ServiceProcess;
  launch(role: Role, program: Program, variables?: NodeJS.ProcessEnv): ServiceProcess;
  /** One more beside them, in the same role as another: `variables` tell it from that one. */
  launchMore(role: Role, program: Program, variables: NodeJS.ProcessEnv): ServiceProcess;
  /** How long a start takes on this machine, as it is busy now. */
  startMs(): number;
  network(): Promise<NetworkDescription>;
  simulator(): Promise<SimulatorControl>;
  stuck(): Promise<ReadonlySet<string>>;
  /** Where the database can go back to an earlier state; null elsewhere. */
  readonly goingBack: GoingBackDatabase | null;
  /** Null while it is down. */
  databasePid(): Promise<number | null>;
  /** Opens the database beside the service, for one piece of work. */
  withDatabase<T>(work: (database: Database, stores: Stores) => Promise<T>): Promise<T>;
  /** For commands of the program beside the service. */
  readonly env: NodeJS.ProcessEnv;
  /** Ends everything; the folder stays when someone has to look into it. */
  dispose(keepsFolder: boolean): Promise<void>;
}

/** The node of the service, which outlives it, and the world around that. */
export interface NodeSource {
  /** By which the service finds it. */
  readonly variables: Readonly<Record<string, string>>;
  network(): Promise<NetworkDescription>;
  simulator(): Promise<SimulatorControl>;
  /**
   * Hashes of payments that the node will never tell the end of, though they hold nothing in its
   * channels: a kill came between writing an attempt down and handing it to a channel. An operator
   * ends those.
   */
  stuck(): Promise<ReadonlySet<string>>;
  end(): Promise<void>;
}

/**
 * Where the database goes back, one process is on a database that it does not look after. Drills
 * bring a database of their own.
 */
export type Shape = 'one process' | 'api and worker' | 'goes back' | 'drill';

/** Recovery waits for seconds in real life, and for as little as it can here. */
export const IMPATIENT = {
  SATCHEL_RATE_LIMIT: 'off',
  SATCHEL_NOT_FOUND_GRACE: '1',
  SATCHEL_HEARTBEAT_GRACE: '1',
  SATCHEL_STRANDED_GRACE: '1',
  SATCHEL_PAYMENT_WAIT: '5',
  SATCHEL_APPROVAL_WAIT: '30',
  SATCHEL_ONCHAIN_CONFIRMATIONS: '1',
  // All strangers come from this machine.
  SATCHEL_ADDRESS_OPEN_PER_NETWORK: '5000',
  SATCHEL_ADDRESS_OPEN_PER_USER: '5000',
};

export interface Surroundings {
  /** In place of one that is made as the shape wants it. */
  readonly databaseIn?: (dataDir: string) => Promise<OwnDatabase>;
  /** Further ones for the service. */
  readonly variables?: Readonly<Record<string, string>>;
}

export async function createInstallation(
  shape: Shape,
  nodeIn: (dataDir: string) => NodeSource,
  { databaseIn, variables = {} }: Surroundings = {},
): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'satchel-crash-'));
  // As root the database runs under another account, which has to pass.
  await chmod(dataDir, 0o711);
  const release = guardFolder(dataDir);
  const port = await freePort();
  const node = nodeIn(dataDir);
  const goingBack = shape === 'goes back' ? await openGoingBackDatabase(dataDir) : null;
  const open = databaseIn ?? (shape === 'api and worker' ? openOwnDatabase : null);
  const own = open === null ? goingBack : await open(dataDir);
  const env = {
    PATH: process.env['PATH'],
    HOME: dataDir,
    ...programVariables(),
    SATCHEL_DATA_DIR: dataDir,
    SATCHEL_PORT: String(port),
    ...IMPATIENT,
    ...(own !== null && { SATCHEL_DATABASE_URL: own.serviceUrl }),
    ...(own !== null && { SATCHEL_MIGRATE_DATABASE_URL: own.ownerUrl }),
    ...node.variables,
    ...variables,
    // What a database that went back has lost is told by its rows.
    ...(goingBack === null && { [PRUNES]: 'on' }),
  };
  const processes = new Map<Role, ServiceProcess>();
  const everLaunched: ServiceProcess[] = [];
  const launchMore: Installation['launchMore'] = (role, program, more) => {
    const launched = launchService({ role, program, env: { ...env, ...more }, cwd: dataDir });
    everLaunched.push(launched);
    return launched;
  };
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    dataDir,
    env,
    goingBack,
    network: () => node.network(),
    roles: shape === 'api and worker' || shape === 'drill' ? ['api', 'worker'] : ['all'],
    process: (role) => {
      const found = processes.get(role);
      assert(found !== undefined, `a process was launched in role ${role}`);
      return found;
    },
    launch: (role, program, more = {}) => {
      const launched = launchMore(role, program, more);
      processes.set(role, launched);
      return launched;
    },
    launchMore,
    // The very first one makes the database, too.
    startMs: () => Math.min(...everLaunched.slice(-3).flatMap(({ startMs }) => startMs ?? [])),
    simulator: () => node.simulator(),
    stuck: () => node.stuck(),
    databasePid: async () => (await findPostmaster(join(dataDir, 'postgres')))?.pid ?? null,
    withDatabase: (work) => withDatabase(env, work),
    dispose: async (keepsFolder) => {
      for (const one of everLaunched) if (one.isRunning) await one.kill('SIGTERM');
      await node.end();
      await own?.close(keepsFolder);
      await release();
      if (!keepsFolder) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The network that the service starts by itself. */
export function simulatedNode(dataDir: string): NodeSource {
  const find = (): Promise<NetworkDescription | null> =>
    runningNetwork(join(dataDir, SIMULATOR_FOLDER));
  const network = (): Promise<NetworkDescription> =>
    eventually('the simulated network answers', find);
  return {
    variables: {},
    network,
    simulator: async () => controlOf(await network()),
    stuck: async () => new Set(),
    end: async () => {
      const running = await find();
      if (running !== null) await controlOf(running).shutdown();
    },
  };
}

const OPEN_LIMIT_MS = 60_000;

/** The database may be killed while it is being opened: then it is tried again. */
async function openOnceUp(options: Parameters<typeof openStorage>[0]) {
  const deadline = performance.now() + OPEN_LIMIT_MS;
  for (;;) {
    try {
      return await openStorage(options);
    } catch (error) {
      const isPassing = error instanceof Error && isTransient(error.cause);
      if (!isPassing || performance.now() > deadline) throw error;
      await wait(100);
    }
  }
}

/** Opens the database of these settings, for one piece of work. */
export async function withDatabase<T>(
  env: Readonly<Record<string, string | undefined>>,
  work: (database: Database, stores: Stores) => Promise<T>,
): Promise<T> {
  const ports = { clock: systemClock, random: systemRandom };
  const ours = Object.entries(env).filter(([name]) => name.startsWith('SATCHEL_'));
  const config = readConfig(Object.fromEntries(ours));
  const options = {
    ...ports,
    database: config.database,
    applicationName: 'crash test',
    dataFolder: await openDataFolder(config.dataDir, systemRandom),
    log: createLogger({ ...ports, level: 'silent', format: 'json', write: () => undefined }),
  };
  const storage = await openOnceUp(options);
  try {
    const { database } = storage;
    return await work(database, composeStores({ ...ports, database, batchMax: 64 }));
  } finally {
    await storage.close();
  }
}

/**
 * A shell that waits for the end of its input, which the end of this process closes too, however
 * it comes: then database and simulated network of the folder are ended, if they still run.
 */
export function guardFolder(dataDir: string): () => Promise<void> {
  const script = `
    cat > /dev/null
    end() { ps -ww -o args= -p "$2" 2> /dev/null | grep -q "$1" && kill -"$3" "$2"; }
    database=$(head -n 1 "$1/postgres/postmaster.pid" 2> /dev/null)
    network=$(sed -n 's/.*"pid": *\\([0-9]*\\).*/\\1/p' "$1/simulator/network.json" 2> /dev/null)
    [ -n "$database" ] && end "$1" "$database" QUIT
    [ -n "$network" ] && end "$1" "$network" TERM
    true`;
  return guardByShell(script, [dataDir]);
}
