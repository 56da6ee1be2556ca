/** Programs that run apart from our process, outlive it, and are found again after a crash. */

import { execFile, spawn } from 'node:child_process';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Clock } from '../base/clock.ts';
import { readOrNull } from './data-folder.ts';

export interface ProgramStart {
  readonly file: string;
  readonly args: readonly string[];
  /** Variables of the program; null for our own. */
  readonly env: Readonly<Record<string, string>> | null;
  /** A file for all that the program prints, behind what stands there already. */
  readonly logFile: string;
  /** The account under which it runs; null for our own. */
  readonly account: { readonly uid: number; readonly gid: number } | null;
}

export interface StartedProgram {
  /** The process id; undefined when the program could not be started, which `end` explains. */
  readonly pid: number | undefined;
  /** Says how the program ended and what it printed; null while it runs. */
  end(): Promise<string | null>;
}

/** Starts a program that a signal to our terminal does not reach, and that we need not wait for. */
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

/** Looks until there is a result; null when the time is up. */
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

/** Sends one signal after the other, each when the one before was not enough; false if none was. */
export async function endProgram(
  polling: Polling,
  pid: number,
  signals: readonly NodeJS.Signals[],
  isRunning: () => Promise<boolean>,
): Promise<boolean> {
  for (const signal of signals) {
    // By now, the process id may belong to another process.
    if (!(await isRunning())) return true;
    sendSignal(pid, signal);
    const ended = await pollFor(polling, async () => ((await isRunning()) ? null : true));
    if (ended !== null) return true;
  }
  return false;
}

/** Sends a signal, without effect on a process that has ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * Identifies a process by its number and when it started, as the system gives a number again. Null
 * when no process has it, or only one that has ended and was not yet reaped by its parent.
 */
export async function identityOf(pid: number): Promise<string | null> {
  if (!(pid > 0)) return null;
  const started = process.platform === 'linux' ? await readStart(pid) : await askForStart(pid);
  return started && `${pid} ${started}`;
}

/**
 * Reads when a process started, see proc_pid_stat(5): the name in parentheses may hold anything,
 * and state comes behind it.
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
    // Our own language and zone may differ from those of the process that asked before.
    const ps = ['LC_ALL=C', 'TZ=UTC', 'ps', '-o', 'stat=', '-o', 'lstart=', '-p', String(pid)];
    const { stdout } = await promisify(execFile)('env', ps);
    const [state, ...start] = stdout.trim().split(/\s+/);
    return hasEnded(state) ? null : start.join(' ');
  } catch {
    return null;
  }
}

const hasEnded = (state = ''): boolean => /^[ZX]/.test(state);

/** The file that names the process which ends a program together with itself. */
export interface OwnerFile {
  claim(): Promise<void>;
  /**
   * Claims the program from an owner that was killed. A living one keeps the program, and so does
   * none.
   */
  takeOver(): Promise<void>;
  isOurs(): Promise<boolean>;
  remove(): Promise<void>;
}

export function ownerFile(path: string): OwnerFile {
  /** Finds the owner; null without one. Earlier versions wrote only the process id. */
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
    remove: () => rm(path, { force: true }),
  };
}
