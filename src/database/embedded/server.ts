import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import type { Clock } from '../../base/clock.ts';
import type { Binaries } from './binaries.ts';
import { findPostmaster, isServerOf, type Postmaster } from './postmaster-file.ts';
import type { ServerAccount } from './server-account.ts';

export interface ServerOptions {
  readonly binaries: Binaries;
  readonly account: ServerAccount | null;
  readonly directory: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly clock: Clock;
}

export class ServerStartError extends Error {
  override readonly name = 'ServerStartError';
}

const POLL_MS = 15;
const START_TIMEOUT_MS = 60_000;
const FAST_SHUTDOWN_MS = 10_000;

export interface StartedServer extends Postmaster {
  /** False for one that another process started at the same time. */
  readonly isOurs: boolean;
}

/**
 * Starts the server as a separate process, which outlives ours, and waits until it serves. If
 * another process started one first, returns that one.
 */
export async function startServer(options: ServerOptions): Promise<StartedServer> {
  const log = await open(options.logFile, 'a', 0o600);
  const logStart = (await log.stat()).size;
  const child = spawn(options.binaries.postgres, serverArguments(options), {
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
    cwd: '/',
    env: options.environment,
    ...options.account,
  });
  let end: string | null = null;
  child.on('error', (error) => {
    end = error.message;
  });
  child.on('exit', (status, signal) => {
    end = `it ended with ${signal ?? `status ${status}`}`;
  });
  child.unref();
  await log.close();

  const startedMs = options.clock.monotonicMs();
  while (options.clock.monotonicMs() - startedMs < START_TIMEOUT_MS) {
    const postmaster = await findPostmaster(options.directory);
    if (postmaster?.isReady) return { ...postmaster, isOurs: postmaster.pid === child.pid };
    if (end !== null && postmaster === null) {
      const said = (await readFile(options.logFile)).subarray(logStart).toString().trim();
      throw new ServerStartError(`the database server did not start, ${end}: ${said}`);
    }
    await options.clock.sleep(POLL_MS);
  }
  // It is not ended: after a crash it may have much to read, and would begin anew each time.
  throw new ServerStartError(
    `the database server is still starting: try again later, and see ${options.logFile}`,
  );
}

function serverArguments(options: ServerOptions): readonly string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    unix_socket_directories: '',
    ...options.settings,
  };
  return [
    '-D',
    options.directory,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

/** Ends the server and its connections, and waits for it. */
export async function stopServer(
  clock: Clock,
  directory: string,
  { pid }: Pick<Postmaster, 'pid'>,
): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    // By now the number may belong to another process.
    if (!(await isServerOf(pid, directory))) return;
    send(pid, signal);
    const startedMs = clock.monotonicMs();
    while (clock.monotonicMs() - startedMs < FAST_SHUTDOWN_MS) {
      if (!(await isServerOf(pid, directory))) return;
      await clock.sleep(POLL_MS);
    }
  }
  throw new Error(`the database server (process ${pid}) does not end`);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
