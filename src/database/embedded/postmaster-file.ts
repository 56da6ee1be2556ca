import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLineOf } from '../../system/child-program.ts';
import { readOrNull } from '../../system/data-folder.ts';

/** What `postmaster.pid` in a database's folder tells of the running server. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
}

/** Numbers of lines in postmaster.pid, see miscadmin.h of PostgreSQL (LOCK_FILE_LINE_…). */
const LINE = { pid: 0, directory: 1, startTime: 2, port: 3, status: 7 } as const;

/**
 * Finds the running server of a folder; null when none runs, even if a killed one left its file
 * behind.
 */
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
 * Whether a process is the server of this folder: its pid may belong to another process by now, but
 * a server's command line names its folder.
 */
export async function isServerOf(pid: number, directory: string): Promise<boolean> {
  const command = await commandLineOf(pid);
  return command?.includes(` -D ${directory} `) ?? false;
}

/**
 * Removes the file `postmaster.pid` of a server that was killed. PostgreSQL would replace it,
 * unless its pid now belongs to another process of the same account: then every start is refused.
 * So the file is removed if that process is evidently not the server.
 */
export async function removeStalePostmasterFile(directory: string): Promise<void> {
  const file = join(directory, 'postmaster.pid');
  const text = await readOrNull(file);
  const command = await commandLineOf(Number(text?.split('\n')[LINE.pid]));
  if (text === null || command === null) return;
  const isOtherProgram = !command.includes('postgres');
  const isOtherServer = command.includes(' -D /') && !command.includes(` -D ${directory} `);
  if ((isOtherProgram || isOtherServer) && text === (await readOrNull(file))) await rm(file);
}
