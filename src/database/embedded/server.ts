import type { Clock } from '../../base/clock.ts';
import { endProgram, pollFor, startProgram } from '../../system/child-program.ts';
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
  /** Whether this process started the server; false if another process did so at the same time. */
  readonly isOurs: boolean;
}

/**
 * Starts the server as a separate process, which outlives ours, and waits until it answers. If
 * another process started one first, returns that one.
 */
export async function startServer(options: ServerOptions): Promise<StartedServer> {
  const { binaries, account, environment: env, logFile, clock } = options;
  const args = serverArguments(options);
  const child = await startProgram({ file: binaries.postgres, args, env, logFile, account });
  const polling = { clock, pollMs: POLL_MS, timeoutMs: START_TIMEOUT_MS };
  const server = await pollFor(polling, async () => {
    const postmaster = await findPostmaster(options.directory);
    if (postmaster?.isReady) return { ...postmaster, isOurs: postmaster.pid === child.pid };
    const end = postmaster === null ? await child.end() : null;
    if (end !== null) throw new ServerStartError(`the database server did not start, ${end}`);
    return null;
  });
  if (server !== null) return server;
  // A server that takes long to start is left running: after a crash it may have much to replay,
  // and would begin again after each start.
  throw new ServerStartError(
    `the database server is still starting: try again later, and see ${logFile}`,
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

/** Stops the server together with all its connections, and waits until its process has ended. */
export async function stopServer(
  clock: Clock,
  directory: string,
  { pid }: Pick<Postmaster, 'pid'>,
): Promise<void> {
  const polling = { clock, pollMs: POLL_MS, timeoutMs: FAST_SHUTDOWN_MS };
  const isRunning = () => isServerOf(pid, directory);
  if (await endProgram(polling, pid, ['SIGINT', 'SIGQUIT'], isRunning)) return;
  throw new Error(`the database server (process ${pid}) does not end`);
}
