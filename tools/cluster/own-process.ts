import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ServerAccount } from '../../src/database/embedded/server-account.ts';
import { guardByShell } from '../../test/support/guard-shell.ts';

/** A program that this process has started in the background. */
export interface OwnProcess {
  readonly pid: number;
  readonly isRunning: boolean;
  signal(name: NodeJS.Signals): void;
  /** Ends the program by a signal, or by SIGKILL if the signal does not end it. */
  end(name: NodeJS.Signals): Promise<void>;
}

export interface OwnProcessOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The account that runs the program; null for our own. */
  readonly account: ServerAccount | null;
  /** The file for everything that the program prints. */
  readonly logFile: string;
}

const END_LIMIT_MS = 30_000;

export function startOwn(options: OwnProcessOptions): OwnProcess {
  const log = openSync(options.logFile, 'a');
  const child = spawn(options.file, options.args, {
    stdio: ['ignore', log, log],
    // Ctrl-C on a terminal must reach only the process that ends all others in order.
    detached: true,
    cwd: '/',
    env: options.env,
    ...options.account,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${options.file} cannot be started`);
  const ended = once(child, 'exit').catch(() => undefined);
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const signal = (name: NodeJS.Signals): void => {
    if (isRunning()) child.kill(name);
  };
  return {
    pid,
    get isRunning() {
      return isRunning();
    },
    signal,
    end: async (name) => {
      signal(name);
      // A frozen program receives the signal only when it continues.
      signal('SIGCONT');
      await Promise.race([ended, wait(END_LIMIT_MS, undefined, { ref: false })]);
      signal('SIGKILL');
      await ended;
    },
  };
}

const run = promisify(execFile);

/** Kills a process and all its descendants with kill -9, as when their machine loses its power. */
export async function killFamily(pid: number): Promise<void> {
  const { stdout } = await run('ps', ['-eo', 'pid=,ppid=']);
  const parents = stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([child = 0, parent = 0]) => ({ child, parent }));
  const family = [pid];
  // The list grows while it is iterated, because children of children are appended.
  for (const one of family) {
    family.push(...parents.filter(({ parent }) => parent === one).map(({ child }) => child));
  }
  for (const one of family) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // The process had ended by itself already.
    }
  }
}

/**
 * The file in the folder of a cluster that says that the folder must be kept, because someone has
 * to look into it.
 */
export const KEPT = 'kept';

/**
 * Starts a shell that waits for the end of this process, in whatever way it ends. The shell then
 * ends the servers that have the folder among their arguments, and removes the folder.
 */
export function guardFolder(folder: string): () => Promise<void> {
  const script = `
    cat > /dev/null
    ps -eww -o pid=,args= | grep -F -- "$1" | while read -r pid args; do
      case "$args" in
        # This shell, and the copy of it that runs the loop.
        *' guard '*) ;;
        */etcd\\ *|*/haproxy\\ *|*/postgres\\ *|*/pg_*\\ *) kill -KILL "$pid" ;;
        *\\ -m\\ patroni\\ *) kill -KILL "$pid" ;;
      esac
    done
    # What has just been told to end may write until it does.
    for _ in 1 2 3 4 5 6 7 8; do
      [ -e "$1/${KEPT}" ] || rm -rf -- "$1" 2> /dev/null || sleep 1
    done
    true`;
  return guardByShell(script, [folder]);
}
