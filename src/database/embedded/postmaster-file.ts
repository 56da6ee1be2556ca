import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The information of a running server in `postmaster.pid` of its directory. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
}

/** Lines of postmaster.pid, see miscadmin.h of PostgreSQL (LOCK_FILE_LINE_…). */
const LINE = { pid: 0, directory: 1, startTime: 2, port: 3, status: 7 } as const;

/** Finds the running server; null when there is none, even if a killed one left its file behind. */
export async function findPostmaster(directory: string): Promise<Postmaster | null> {
  const lines = (await readOrNull(join(directory, 'postmaster.pid')))?.split('\n');
  const pid = Number(lines?.[LINE.pid]);
  if (lines === undefined || !(await isServerOf(pid, directory))) return null;
  return {
    pid,
    port: Number(lines[LINE.port] ?? 0),
    isReady: lines[LINE.status]?.trim() === 'ready',
  };
}

/**
 * Whether a process is a server of this directory. The pid may belong to another one by now; a
 * server's command line names its directory.
 */
export async function isServerOf(pid: number, directory: string): Promise<boolean> {
  const command = await readCommand(pid);
  return command?.includes(` -D ${directory} `) ?? false;
}

/**
 * A server that finds the file of a killed one takes its place, unless the pid now belongs to
 * another process of the same account: then it always refuses. So the file is removed when that
 * process is evidently not its server.
 */
export async function removeStalePostmasterFile(directory: string): Promise<void> {
  const file = join(directory, 'postmaster.pid');
  const text = await readOrNull(file);
  const command = await readCommand(Number(text?.split('\n')[LINE.pid]));
  if (text === null || command === null) return;
  const isOtherProgram = !command.includes('postgres');
  const isOtherServer = command.includes(' -D /') && !command.includes(` -D ${directory} `);
  if ((isOtherProgram || isOtherServer) && text === (await readOrNull(file))) await rm(file);
}

/**
 * Reads the command of a process: words, each followed by a space; null when there is no such
 * process.
 */
async function readCommand(pid: number): Promise<string | null> {
  if (!(pid > 0)) return null;
  if (process.platform === 'linux') {
    return (await readOrNull(`/proc/${pid}/cmdline`))?.replaceAll('\0', ' ') || null;
  }
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]);
    return `${stdout.trim()} `;
  } catch {
    return null;
  }
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && ABSENT.has(error.code)) return null;
    throw error;
  }
}

/** Codes for a process that is gone. ESRCH: it ended while its entry was read. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'ESRCH']);
