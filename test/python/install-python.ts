import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');
const installations: Promise<string>[] = [];

/** A Python that has the packages; they are installed once for a machine. */
export async function installedPython(): Promise<string> {
  installations[0] ??= install();
  return await installations[0];
}

/** Outside the tree, under a name of what it holds; a half-made folder never has that name. */
async function install(): Promise<string> {
  const { stdout } = await run('python3', ['--version']);
  const holds = hash('sha256', stdout + (await readFile(REQUIREMENTS, 'utf8'))).slice(0, 12);
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'satchel');
  const folder = join(cache, `python-${holds}`);
  const python = join(folder, 'bin', 'python');
  if (existsSync(python)) return python;
  await mkdir(cache, { recursive: true });
  const made = await mkdtemp(join(cache, 'making-python-'));
  try {
    await run('python3', ['-m', 'venv', made]);
    const options = ['--quiet', '--no-deps', '--only-binary=:all:', '--ignore-requires-python'];
    await run(join(made, 'bin', 'python'), [
      '-m',
      'pip',
      'install',
      ...options,
      '-r',
      REQUIREMENTS,
    ]);
    await rename(made, folder).catch((error: unknown) => {
      // Another run was faster.
      if (!existsSync(python)) throw error;
    });
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  return python;
}
