import { execFile } from 'node:child_process';
import { existsSync, globSync, realpathSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { canRun } from '../../src/database/embedded/reach.ts';
import type { ServerAccount } from '../../src/database/embedded/server-account.ts';
import { fetchPackage } from './fetch-package.ts';

/** The programs of a cluster, by the places where they were found. */
export interface Programs {
  readonly etcd: string;
  readonly haproxy: string;
  /** The Python of a virtual environment, which starts Patroni by the name of its module. */
  readonly python: string;
  /** The folder with the programs of a PostgreSQL server, such as pg_rewind and pg_basebackup. */
  readonly postgresBin: string;
  /** The folders of libraries that came with unpacked packages. */
  readonly libraryPath: string;
}

/** A program that this machine does not have, and that could not be fetched. */
export class MissingProgram extends Error {}

const PATRONI = ['patroni[etcd3]==4.1.5', 'psycopg[binary]>=3.1'];
const POSTGRES_AT_LEAST = 15;
const run = promisify(execFile);

/**
 * The folder of the cache. Root uses a place that the account of the database can enter as well.
 */
export const defaultCache = (): string =>
  process.getuid?.() === 0
    ? '/var/cache/satchel-cluster'
    : join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'satchel', 'cluster');

/**
 * Finds installed programs, and fetches missing ones into the cache folder: packages of the
 * distribution are unpacked there, and Patroni comes from PyPI. Nothing is installed into the
 * system.
 */
export async function findPrograms(
  cache: string,
  account: ServerAccount | null,
  say: (line: string) => void,
): Promise<Programs> {
  await mkdir(cache, { recursive: true });
  await chmod(cache, 0o755);
  const root = join(cache, 'packages');
  const find = async (program: string, packageName: string, look: () => string | undefined) => {
    const found = look();
    if (found !== undefined) return found;
    say(`unpacking ${packageName} into ${root}`);
    const reason = await fetchPackage(packageName, root);
    const unpacked = look();
    if (unpacked !== undefined) return unpacked;
    throw new MissingProgram(
      `${program} is missing. Install the package ${packageName}, or let apt-get fetch it` +
        `${reason === null ? '' : ` (${reason})`}`,
    );
  };
  return {
    etcd: await find('etcd', 'etcd-server', () => lookUp(root, 'etcd')),
    haproxy: await find('haproxy', 'haproxy', () => lookUp(root, 'haproxy')),
    postgresBin: await find('a PostgreSQL server', await serverPackage(), () => findServer(root)),
    python: await findPatroni(join(cache, 'patroni'), account, say),
    libraryPath: [...new Set(globSync(join(root, 'usr/lib/**/*.so.*')).map(dirname))].join(':'),
  };
}

const FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin'];

const lookUp = (root: string, program: string): string | undefined =>
  [...FOLDERS, ...FOLDERS.map((folder) => join(root, folder))]
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));

const MANAGED = ['postgres', 'initdb', 'pg_ctl', 'pg_rewind', 'pg_basebackup', 'pg_controldata'];

/** Finds the newest server that has all programs. */
function findServer(root: string): string | undefined {
  const folders = ['/usr/lib/postgresql', join(root, 'usr/lib/postgresql')].flatMap((parent) =>
    globSync(join(parent, '*/bin')),
  );
  const version = (folder: string): number => Number(/(\d+)\/bin$/.exec(folder)?.[1] ?? 0);
  return folders
    .filter((folder) => version(folder) >= POSTGRES_AT_LEAST)
    .filter((folder) => MANAGED.every((program) => existsSync(join(folder, program))))
    .sort((a, b) => version(b) - version(a))[0];
}

/** The newest package of a PostgreSQL server that the distribution has. */
async function serverPackage(): Promise<string> {
  const args = ['search', '--names-only', '^postgresql-[0-9]+$'];
  const { stdout } = await run('apt-cache', args).catch(() => ({ stdout: '' }));
  const versions = [...stdout.matchAll(/^postgresql-(\d+) /gm)].map((match) => Number(match[1]));
  return `postgresql-${Math.max(POSTGRES_AT_LEAST, ...versions)}`;
}

/**
 * Finds a virtual environment that has Patroni, or makes one with a Python that the account of the
 * database can run.
 */
async function findPatroni(
  folder: string,
  account: ServerAccount | null,
  say: (line: string) => void,
): Promise<string> {
  const python = join(folder, 'bin', 'python');
  if (await hasPatroni(python, account)) return python;
  const reasons: string[] = [];
  for (const base of ['/usr/bin/python3', '/usr/local/bin/python3', 'python3']) {
    say(`installing ${PATRONI.join(' and ')} with ${base} into ${folder}`);
    try {
      await rm(folder, { recursive: true, force: true });
      await rm(`${folder}.new`, { recursive: true, force: true });
      await run(base, ['-m', 'venv', `${folder}.new`]);
      await run(join(`${folder}.new`, 'bin', 'python'), [
        ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'],
        ...PATRONI,
      ]);
      await rename(`${folder}.new`, folder);
      if (await hasPatroni(python, account)) return python;
      reasons.push(`${base}: the account of the database cannot run it`);
    } catch (error) {
      reasons.push(`${base}: ${firstLine(error)}`);
    }
  }
  const needed = 'Python 3.9 or newer with venv and pip (packages python3 and python3-venv)';
  throw new MissingProgram(`Patroni needs ${needed}, and PyPI:\n${reasons.join('\n')}`);
}

async function hasPatroni(python: string, account: ServerAccount | null): Promise<boolean> {
  if (!existsSync(python)) return false;
  if (account !== null && !(await canRun(realpathSync(python), account))) return false;
  const args = ['-c', 'import patroni.version, psycopg, etcd'];
  return await run(python, args, { cwd: '/', ...account }).then(
    () => true,
    () => false,
  );
}

const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .split('\n')
    .slice(0, 2)
    .join(' ');
