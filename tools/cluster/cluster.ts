import { chmod, chown, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { findPostmaster } from '../../src/database/embedded/postmaster-file.ts';
import { chooseServerAccount } from '../../src/database/embedded/server-account.ts';
import { findFreePort } from '../../src/system/free-port.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { eventually } from '../../test/support/eventually.ts';
import {
  type ClusterSecrets,
  etcdVariables,
  haproxyConfig,
  type MemberPlace,
  patroniConfig,
  readSecrets,
} from './config-texts.ts';
import { guardFolder, KEPT, killFamily, type OwnProcess, startOwn } from './own-process.ts';
import { isPrimary, isWhole, type MemberView, readMembers, switchOver } from './patroni-client.ts';
import { defaultCache, findPrograms, type Programs } from './programs.ts';

/** Three PostgreSQL servers under Patroni on this machine, behind HAProxy. */
export interface Cluster {
  /** The URL of the database through the proxy. */
  readonly serviceUrl: string;
  readonly ownerUrl: string;
  readonly folder: string;
  /** The members, as the first one that answers reports them; empty when none answers. */
  members(): Promise<readonly MemberView[]>;
  /** The member that the proxy leads to; null while there is none. */
  primary(): Promise<string | null>;
  /** The process ids of the servers' first processes and of the proxy. */
  pids(): Promise<ClusterPids>;
  /** Waits until another member than this one is the primary. */
  untilPrimaryIsNot(name: string): Promise<string>;
  /** Waits until all members follow one leader, and one of them is its synchronous standby. */
  untilWhole(): Promise<void>;
  /** Kills Patroni and PostgreSQL of a member with kill -9. */
  kill(name: string): Promise<void>;
  /** Starts Patroni of a member that was killed. */
  start(name: string): Promise<void>;
  /** Stops and resumes Patroni of a member, whose PostgreSQL continues to run. */
  freeze(name: string): void;
  thaw(name: string): void;
  switchOver(from: string, to: string): Promise<void>;
  restartProxy(): Promise<void>;
  close(keepsFolder?: boolean): Promise<void>;
}

export interface ClusterPids {
  readonly primary: number;
  readonly standbys: readonly number[];
  readonly proxy: number;
}

interface Member extends MemberPlace {
  readonly configFile: string;
  patroni: OwnProcess | null;
}

const EXAMPLES = join(import.meta.dirname, '../../docs/examples/cluster');
const NAMES = ['db1', 'db2', 'db3'];
const PASSWORD = 'satchel';
const WHOLE_LIMIT_MS = 180_000;

export interface ClusterOptions {
  readonly cache?: string;
  readonly say: (line: string) => void;
}

export async function openCluster({ cache, say }: ClusterOptions): Promise<Cluster> {
  const account = await chooseServerAccount(null);
  const programs = await findPrograms(cache ?? defaultCache(), account, say);
  const folder = await mkdtemp(join(tmpdir(), 'satchel-cluster-'));
  await chmod(folder, 0o755);
  if (account !== null) await chown(folder, account.uid, account.gid);
  const release = guardFolder(folder);
  const started: OwnProcess[] = [];
  const own = (file: string, args: readonly string[], name: string, env = {}): OwnProcess => {
    const variables = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      LANG: 'C.UTF-8',
      LD_LIBRARY_PATH: programs.libraryPath,
      ...env,
    };
    const logFile = join(folder, `${name}.log`);
    const begun = startOwn({ file, args, env: variables, account, logFile });
    started.push(begun);
    return begun;
  };
  const close = async (keepsFolder = false): Promise<void> => {
    if (keepsFolder) await writeFile(join(folder, KEPT), '');
    for (const one of started.toReversed()) await one.end('SIGTERM');
    await release();
  };
  try {
    return await startCluster({ programs, folder, own, close });
  } catch (error) {
    say(`what the cluster said stays in ${folder}`);
    await close(true);
    throw error;
  }
}

interface Ground {
  readonly programs: Programs;
  readonly folder: string;
  readonly own: (
    file: string,
    args: readonly string[],
    name: string,
    env?: Readonly<Record<string, string>>,
  ) => OwnProcess;
  readonly close: Cluster['close'];
}

async function startCluster(ground: Ground): Promise<Cluster> {
  const { programs, folder, own } = ground;
  const ports = { clientPort: await freePort(), peerPort: await freePort() };
  const etcdExample = await readFile(join(EXAMPLES, 'etcd.env'), 'utf8');
  const variables = etcdVariables(etcdExample, { ...ports, dataDir: join(folder, 'etcd') });
  // The folder is among the arguments, by which the guard recognises the process.
  own(programs.etcd, ['--data-dir', join(folder, 'etcd')], 'etcd', withoutDataDir(variables));

  const example = await readFile(join(EXAMPLES, 'patroni.yml'), 'utf8');
  const members: Member[] = [];
  for (const name of NAMES) members.push(await placeMember(ground, name));
  const place = { etcdPort: ports.clientPort, postgresBin: programs.postgresBin, folder };
  for (const member of members) {
    await writeFile(member.configFile, patroniConfig(example, member, place));
  }
  const start = (member: Member): void => {
    const args = ['-m', 'patroni', member.configFile];
    member.patroni = own(programs.python, args, member.name);
  };
  // The first member starts alone, so that it creates the cluster.
  const [first, ...others] = members;
  if (first === undefined) throw new Error('a cluster has members');
  start(first);
  await eventually('the first server leads', () => whenTrue(isPrimary(first.restPort)), 120_000);
  for (const member of others) start(member);
  const proxy = await startProxy(ground, members);
  const secrets = readSecrets(example);
  await createDatabase(first.postgresPort, secrets);
  const cluster = asCluster(ground, { members, proxy, secrets, start });
  await cluster.untilWhole();
  return cluster;
}

const withoutDataDir = (variables: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => name !== 'ETCD_DATA_DIR'));

async function placeMember({ folder }: Ground, name: string): Promise<Member> {
  return {
    name,
    postgresPort: await freePort(),
    restPort: await freePort(),
    dataDir: join(folder, name),
    configFile: join(folder, `${name}.yml`),
    patroni: null,
  };
}

interface Proxy {
  readonly port: number;
  readonly pid: number;
  restart(): Promise<void>;
}

async function startProxy(ground: Ground, members: readonly Member[]): Promise<Proxy> {
  const port = await freePort();
  const file = join(ground.folder, 'haproxy.cfg');
  const example = await readFile(join(EXAMPLES, 'haproxy.cfg'), 'utf8');
  await writeFile(file, haproxyConfig(example, port, members));
  const begin = (): OwnProcess => ground.own(ground.programs.haproxy, ['-f', file], 'haproxy');
  let running = begin();
  return {
    port,
    get pid() {
      return running.pid;
    },
    restart: async () => {
      await running.end('SIGTERM');
      running = begin();
    },
  };
}

interface Parts {
  readonly members: readonly Member[];
  readonly proxy: Proxy;
  readonly secrets: ClusterSecrets;
  readonly start: (member: Member) => void;
}

function asCluster({ folder, close }: Ground, parts: Parts): Cluster {
  const { members, proxy, secrets, start } = parts;
  const named = (name: string): Member => {
    const found = members.find((member) => member.name === name);
    if (found === undefined) throw new Error(`the cluster has no member ${name}`);
    return found;
  };
  const look = async (): Promise<readonly MemberView[]> => {
    for (const { restPort } of members) {
      const views = await readMembers(restPort);
      if (views !== null) return views;
    }
    return [];
  };
  const primary = async (): Promise<string | null> => {
    const found = await Promise.all(
      members.map(async ({ name, restPort }) => ((await isPrimary(restPort)) ? name : null)),
    );
    return found.find((name) => name !== null) ?? null;
  };
  const url = (role: string): string =>
    `postgres://${role}:${PASSWORD}@127.0.0.1:${proxy.port}/satchel`;
  return {
    serviceUrl: url('satchel'),
    ownerUrl: url('satchel_owner'),
    folder,
    members: look,
    primary,
    pids: async () => {
      const leader = await primary();
      const found = await Promise.all(
        members.map(async ({ name, dataDir }) => ({
          name,
          pid: (await findPostmaster(dataDir))?.pid ?? 0,
        })),
      );
      const pidsOf = (isWanted: boolean): readonly number[] =>
        found.filter(({ name }) => (name === leader) === isWanted).map(({ pid }) => pid);
      return { primary: pidsOf(true)[0] ?? 0, standbys: pidsOf(false), proxy: proxy.pid };
    },
    untilPrimaryIsNot: (name) =>
      eventually(
        `another primary than ${name}`,
        async () => {
          const found = await primary();
          return found === name ? null : found;
        },
        WHOLE_LIMIT_MS,
      ),
    untilWhole: async () => {
      const isDone = async () => isWhole(await look(), members.length);
      await eventually('the cluster is whole', () => whenTrue(isDone()), WHOLE_LIMIT_MS);
    },
    kill: async (name) => {
      const member = named(name);
      const postmaster = await findPostmaster(member.dataDir);
      const patroni = member.patroni?.pid;
      if (patroni !== undefined) await killFamily(patroni);
      if (postmaster !== null) await killFamily(postmaster.pid);
      await member.patroni?.end('SIGKILL');
    },
    start: async (name) => start(named(name)),
    freeze: (name) => named(name).patroni?.signal('SIGSTOP'),
    thaw: (name) => named(name).patroni?.signal('SIGCONT'),
    switchOver: (from, to) =>
      switchOver(named(from).restPort, secrets, { leader: from, candidate: to }),
    restartProxy: () => proxy.restart(),
    close,
  };
}

/**
 * Creates the database as docs/operating.md says: one role owns the tables, and another one uses
 * them.
 */
async function createDatabase(port: number, { superuser }: ClusterSecrets): Promise<void> {
  const sql = postgres(`postgres://postgres:${superuser}@127.0.0.1:${port}/postgres`, { max: 1 });
  try {
    await sql.unsafe(`create role satchel_owner login password '${PASSWORD}'`);
    await sql.unsafe(`create role satchel login password '${PASSWORD}'`);
    await sql.unsafe(
      `create database satchel owner satchel_owner encoding 'UTF8' template template0`,
    );
  } finally {
    await sql.end();
  }
}

const whenTrue = async (question: Promise<boolean>): Promise<true | null> =>
  (await question) ? true : null;

const freePort = (): Promise<number> => findFreePort(systemRandom);
