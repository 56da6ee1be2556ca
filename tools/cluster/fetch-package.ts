import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Unpacks a package of a Debian distribution below `root`, together with the libraries that it
 * needs and this machine lacks. Returns why this was impossible; null when it worked.
 */
export async function fetchPackage(name: string, root: string): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-packages-'));
  // apt downloads as an account of its own, which has to be able to write here.
  await chmod(folder, 0o777);
  try {
    await mkdir(root, { recursive: true });
    await fetchWithLibraries(name, { root, folder, seen: new Set() });
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Fetching {
  readonly root: string;
  readonly folder: string;
  readonly seen: Set<string>;
}

async function fetchWithLibraries(name: string, fetching: Fetching): Promise<void> {
  const { root, folder, seen } = fetching;
  if (seen.has(name)) return;
  seen.add(name);
  await run('apt-get', ['download', name], { cwd: folder });
  const [file] = globSync(join(folder, `${name}_*.deb`));
  if (file === undefined) throw new Error(`apt-get has no package ${name}`);
  await run('dpkg', ['-x', file, root]);
  const { stdout } = await run('dpkg-deb', ['--field', file, 'Depends']);
  for (const needed of readDependencies(stdout)) {
    // Client programs have to be in the same folder as those of the server.
    const isWanted = /^postgresql-client-\d/.test(needed) || (await isMissingLibrary(needed));
    if (isWanted) await fetchWithLibraries(needed, fetching);
  }
}

/**
 * Reads the names of the packages that a package depends on, and the first one of each alternative:
 * `libc6 (>= 2.34), a | b` is libc6 and a.
 */
export const readDependencies = (field: string): readonly string[] =>
  field
    .split(',')
    .map((alternatives) => /^[a-z0-9][a-z0-9.+-]*/.exec(alternatives.trim())?.[0] ?? '')
    .filter((name) => name !== '');

async function isMissingLibrary(name: string): Promise<boolean> {
  if (!name.startsWith('lib')) return false;
  const { stdout } = await run('dpkg-query', ['--status', name]).catch(() => ({ stdout: '' }));
  return !stdout.includes('Status: install ok installed');
}
