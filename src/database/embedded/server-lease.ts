import type { Clock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { DATABASE_NAME, ROLES } from './cluster.ts';
import type { PostgresInstallation } from './installation.ts';
import { findPostmaster, type Postmaster, removeStalePostmasterFile } from './postmaster-file.ts';
import { ServerStartError, type StartedServer, startServer, stopServer } from './server.ts';

/** Port: a database session that holds locks for as long as it lives. */
export interface LockSession {
  lockShared(key: bigint): Promise<void>;
  unlockShared(key: bigint): Promise<void>;
  /** Takes a lock; false when another session holds it. */
  tryLock(key: bigint): Promise<boolean>;
  /** Calls back once, when the session has ended for any reason. */
  onClosed(callback: () => void): void;
  close(): Promise<void>;
}

export type OpenLockSession = (url: string) => Promise<LockSession>;

export interface LeaseOptions {
  readonly installation: PostgresInstallation;
  /**
   * The path of the data folder. The server shows it in the list of processes, so that operators
   * see to which service it belongs.
   */
  readonly dataFolder: string;
  readonly openLockSession: OpenLockSession;
  readonly clock: Clock;
}

/** A right to use the server, which is not stopped while anyone has one. */
export interface ServerLease {
  readonly port: number;
  readonly session: LockSession;
  /**
   * Gives up the right to use the server. If no other process has such a right, the server is
   * stopped.
   */
  end(): Promise<void>;
}

/**
 * The number of the lock that all users of the server share, and that the process which stops it
 * holds alone.
 */
const SERVER_IN_USE = 0x7361_7463_7573n;

const TIMEOUT_MS = 30_000;
const PAUSE_MS = 100;

/**
 * Joins the running server, or starts one, and copes with a server that was killed or is stopping.
 * A server that was started here but cannot be joined is stopped again, as no one else would do so.
 */
export async function leaseServer(options: LeaseOptions, port: number): Promise<ServerLease> {
  const { clock, installation } = options;
  const startedMs = clock.monotonicMs();
  const started: StartedServer[] = [];
  for (;;) {
    try {
      const running = await findPostmaster(installation.directory);
      if (running?.isReady) return await join(options, running);
      const server = await start(options, port);
      if (server.isOurs) started.push(server);
      return await join(options, server);
    } catch (error) {
      const isPassing =
        error instanceof ServerStartError || (error instanceof Fault && error.isTransient);
      if (!isPassing || clock.monotonicMs() - startedMs > TIMEOUT_MS) {
        await stopAll(options, started);
        throw error;
      }
    }
    await clock.sleep(PAUSE_MS);
  }
}

/**
 * Stops the server after an error. If stopping fails too, the first error is still the one that is
 * thrown.
 */
async function stopAll(
  { clock, installation }: LeaseOptions,
  started: readonly StartedServer[],
): Promise<void> {
  for (const server of started) {
    await stopServer(clock, installation.directory, server).catch(() => undefined);
  }
}

async function start(options: LeaseOptions, port: number): Promise<StartedServer> {
  const { installation, dataFolder, clock } = options;
  await removeStalePostmasterFile(installation.directory);
  return await startServer({
    ...installation,
    port,
    settings: { ...SETTINGS, 'satchel.data_dir': dataFolder },
    environment: { SATCHEL_DATA_DIR: dataFolder },
    clock,
  });
}

/**
 * Settings for durability with PostgreSQL's own default values, passed on the command line so that
 * no configuration file overrides them.
 */
const SETTINGS = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

async function join(options: LeaseOptions, postmaster: Postmaster): Promise<ServerLease> {
  const { clock, installation } = options;
  const url = serverUrl(installation, 'service', postmaster.port);
  const session = await options.openLockSession(url);
  try {
    await session.lockShared(SERVER_IN_USE);
  } catch (error) {
    await session.close();
    throw error;
  }
  return {
    port: postmaster.port,
    session,
    async end() {
      const isLast = await giveBack(session);
      if (isLast) await stopServer(clock, installation.directory, postmaster);
      await session.close();
    },
  };
}

/**
 * Gives up the right to use the server. True if no other process has one, so that the server can be
 * stopped; false also if the server is gone already.
 */
async function giveBack(session: LockSession): Promise<boolean> {
  try {
    await session.unlockShared(SERVER_IN_USE);
    return await session.tryLock(SERVER_IN_USE);
  } catch (error) {
    if (error instanceof Fault && error.isTransient) return false;
    throw error;
  }
}

export function serverUrl(
  { passwords }: PostgresInstallation,
  role: keyof typeof ROLES,
  port: number,
): string {
  return `postgres://${ROLES[role]}:${passwords[role]}@127.0.0.1:${port}/${DATABASE_NAME}`;
}
