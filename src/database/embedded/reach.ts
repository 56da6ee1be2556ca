import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ServerAccount } from './server-account.ts';

/** Permission bits of a file mode, each in one of the classes owner, group and others: stat(2). */
const READ = 4;
const EXECUTE = 1;

/** Whether an account may enter this folder and all folders above it. */
export async function canPass(folder: string, account: ServerAccount): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    if (!(await allows(path, account, EXECUTE))) return false;
    if (path === dirname(path)) return true;
  }
}

export async function canRun(program: string, account: ServerAccount): Promise<boolean> {
  return (
    (await allows(program, account, READ | EXECUTE)) && (await canPass(dirname(program), account))
  );
}

async function allows(path: string, account: ServerAccount, wanted: number): Promise<boolean> {
  const { mode, uid, gid } = await stat(path);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & wanted) === wanted;
}
