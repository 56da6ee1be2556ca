/** Runs programs that go on when this process ends, and finds them again after a crash. */

import { execFile, spawn } from 'node:child_process';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Clock } from '../base/clock.ts';
import { readOrNull } from './data-folder.ts';

export interface ProgramStart {
  readonly file: string;
  readonly args: readonly string[];
  /** Environment variables of the program; null for those of this process. */
  readonly env: Readonly<Record<string, string>> | null;
  /** A file to which everything that the program prints is appended. */
  readonly logFile: string;
  /** The account under which the program runs; null for that of this process. */
  readonly account: { readonly uid: number; readonly gid: number } | null;
}

export interface StartedProgram {
  /**
   * The process id; undefined when the program could not be started, in which case `end` says why.
   */
  readonly pid: number | undefined;
  /** Says how the program ended and what it printed; null while it runs. */
  end(): Promise<string | null>;
}

/**
 * Starts a program that gets no signals of our terminal, and that does not keep this process from
 * ending.
 */
export async function startProgram(start: ProgramStart): Promise<StartedProgram> {
  const { file, args, env, logFile, account } = start;
  const log = await open(logFile, 'a', 0o600);
  try {
    const logStart = (await log.stat()).size;
    const child = spawn(file, args, {
      stdio: ['ignore', log.fd, log.fd],
      detached: true,
      cwd: '/',
      ...(env === null ? {} : { env }),
      ...account,
    });
    let end: string | null = null;
    child.on('error', (error) => {
      end = error.message;
    });
    child.on('exit', (status, signal) => {
      end = `it ended with ${signal ?? `status ${status}`}`;
    });
    child.unref();
    return {
      pid: child.pid,
      end: async () =>
        end && `${end}: ${(await readFile(logFile)).subarray(logStart).toString().trim()}`,
    };
  } finally {
    await log.close();
  }
}

export interface Polling {
  readonly clock: Clock;
  readonly pollMs: number;
  readonly timeoutMs: number;
}

/** Calls a function again and again until there is a result; null when the time is up. */
export async function pollFor<T>(
  { clock, pollMs, timeoutMs }: Polling,
  look: () => Promise<T | null>,
): Promise<T | null> {
  const endMs = clock.monotonicMs() + timeoutMs;
  while (clock.monotonicMs() < endMs) {
    const found = await look();
    if (found !== null) return found;
    await clock.sleep(pollMs);
  }
  return null;
}

/** Sends one signal after the other until the program has ended; false if none was enough. */
export async function endProgram(
  polling: Polling,
  pid: number,
  signals: readonly NodeJS.Signals[],
  isRunning: () => Promise<boolean>,
): Promise<boolean> {
  for (const signal of signals) {
    // By now, the process id may belong to another process, which must get no signal.
    if (!(await isRunning())) return true;
    sendSignal(pid, signal);
    const ended = await pollFor(polling, async () => ((await isRunning()) ? null : true));
    if (ended !== null) return true;
  }
  return false;
}

/** Sends a signal; nothing happens if the process has ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * Identifies a process by its number and when it started, as systems give the same number to a
 * later process. Null when there is no such process, or when it has ended and was not yet reaped by
 * its parent.
 */
export async function identityOf(pid: number): Promise<string | null> {
  if (!(pid > 0)) return null;
  const started = process.platform === 'linux' ? await readStart(pid) : await askForStart(pid);
  return started && `${pid} ${started}`;
}

/**
 * Reads when a process started, from /proc (see proc_pid_stat(5)). The name in parentheses may
 * contain anything, so the fields are counted from the last parenthesis; the first of them is the
 * state.
 */
async function readStart(pid: number): Promise<string | null> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return hasEnded(fields[0]) ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

async function askForStart(pid: number): Promise<string | null> {
  try {
    // `ps` runs in a fixed language and time zone. Otherwise a process with other settings would
    // get another text for the same start time.
    const ps = ['LC_ALL=C', 'TZ=UTC', 'ps', '-o', 'stat=', '-o', 'lstart=', '-p', String(pid)];
    const { stdout } = await promisify(execFile)('env', ps);
    const [state, ...start] = stdout.trim().split(/\s+/);
    return hasEnded(state) ? null : start.join(' ');
  } catch {
    return null;
  }
}

/**
 * Reads the command line of a process: words, each followed by a space; null when there is no such
 * process.
 */
export async function commandLineOf(pid: number): Promise<string | null> {
  if (!(pid > 0)) return null;
  try {
    if (process.platform === 'linux') {
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ') || null;
    }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]);
    return `${stdout.trim()} `;
  } catch {
    return null;
  }
}

const hasEnded = (state = ''): boolean => /^[ZX]/.test(state);

/**
 * A file that names the owner of a program, which is the process that has to stop the program
 * before it exits.
 */
export interface OwnerFile {
  claim(): Promise<void>;
  /**
   * Takes the program over from an owner that was killed. If the owner is alive, or none is named,
   * nothing changes.
   */
  takeOver(): Promise<void>;
  isOurs(): Promise<boolean>;
  /**
   * Finds the owner of the program if it is alive; null where this process is the owner, or where
   * there is none.
   */
  findOther(): Promise<number | null>;
  remove(): Promise<void>;
}

export function ownerFile(path: string): OwnerFile {
  /**
   * Finds the owner of the program; null without one. Earlier versions wrote only the owner's
   * process id into the file.
   */
  const findOwner = async () => {
    const text = await readOrNull(path);
    if (text === null) return null;
    const pid = Number(text.split(' ')[0]);
    const isAlive = `${await identityOf(pid)} `.startsWith(`${text.trim()} `);
    return { pid, isAlive };
  };
  const claim = async () =>
    writeFile(path, `${(await identityOf(process.pid)) ?? process.pid}\n`, { mode: 0o600 });
  return {
    claim,
    async takeOver() {
      const owner = await findOwner();
      if (owner !== null && !owner.isAlive) await claim();
    },
    async isOurs() {
      const owner = await findOwner();
      return owner?.pid === process.pid && owner.isAlive;
    },
    async findOther() {
      const owner = await findOwner();
      return owner === null || !owner.isAlive || owner.pid === process.pid ? null : owner.pid;
    },
    remove: () => rm(path, { force: true }),
  };
}
