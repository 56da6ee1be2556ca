import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What a running server says of itself in `postmaster.pid` of its directory. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
}

/** Lines of postmaster.pid, see miscadmin.h of PostgreSQL (LOCK_FILE_LINE_…). */
const LINE = { pid: 0, directory: 1, startTime: 2, port: 3, status: 7 } as const;

/** Null when no server runs there, even if a killed one left its file behind. */
export async function findPostmaster(directory: string): Promise<Postmaster | null> {
  const lines = (await readOrNull(join(directory, 'postmaster.pid')))?.split('\n');
  const pid = Number(lines?.[LINE.pid]);
  if (lines === undefined || !(pid > 0) || !(await isServerOf(pid, directory))) return null;
  return {
    pid,
    port: Number(lines[LINE.port] ?? 0),
    isReady: lines[LINE.status]?.trim() === 'ready',
  };
}

/** The number may belong to somebody else by now: a server names its directory when it starts. */
export async function isServerOf(pid: number, directory: string): Promise<boolean> {
  const command = await readCommand(pid);
  return command?.replaceAll('\0', ' ').includes(` -D ${directory} `) ?? false;
}

async function readCommand(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return await readOrNull(`/proc/${pid}/cmdline`);
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]);
    return stdout;
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

/** ESRCH: the process ended while its entry was read. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'ESRCH']);
