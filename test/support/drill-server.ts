import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { type Binaries, findBinaries } from '../../src/database/embedded/binaries.ts';
import { createCluster } from '../../src/database/embedded/cluster.ts';
import { placeBinaries } from '../../src/database/embedded/placement.ts';
import {
  chooseServerAccount,
  type ServerAccount,
} from '../../src/database/embedded/server-account.ts';
import { migrate } from '../../src/database/migrate.ts';
import { SCHEMA_FOLDERS } from '../../src/database/schema-files.ts';
import { findFreePort } from '../../src/system/free-port.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { guardByShell } from './guard-shell.ts';
import { databaseUrl, TEMPLATE_DATABASE } from './throw-away-server.ts';
import { untilPasses } from './wallet-user.ts';

/**
 * A folder of PostgreSQL servers that may be killed, copied and promoted. They need nothing but
 * what npm installs.
 */
export interface DrillFolder {
  /** Starts a primary with a migrated database. */
  startPrimary(): Promise<DrillServer>;
  /** Starts a server on the files of a base backup, as they are. */
  startFiles(directory: string): Promise<DrillServer>;
  /** Ends all servers. Their files are kept if someone has to look into them. */
  dispose(keepsFiles?: boolean): Promise<void>;
}

export interface DrillServer {
  readonly port: number;
  /** Runs statements as superuser, by default in the database of the service. */
  run<T>(work: (sql: postgres.Sql) => Promise<T>, database?: string): Promise<T>;
  /** The data directory of the server. */
  readonly directory: string;
  /** Makes a base backup while the server runs, and returns its directory. */
  baseBackup(): Promise<string>;
  /** Starts a standby with this name that follows the server over the network. */
  startStandby(name?: string): Promise<DrillServer>;
  /** Kills all processes of the server with kill -9. */
  kill(): Promise<void>;
}

const PASSWORD = 'throw-away';
const run = promisify(execFile);

/** Makes a folder below `parent`, which the account of the database has to be able to pass. */
export async function makeDrillFolder(parent: string = tmpdir()): Promise<DrillFolder> {
  const account = await chooseServerAccount(null);
  const binaries = await placeBinaries(await findBinaries(), account, systemRandom);
  const path = await mkdtemp(join(parent, 'satchel-test-'));
  await chmod(path, 0o755);
  const release = guardServers(path);
  if (account !== null) await chown(path, account.uid, account.gid);
  const servers: DrillServer[] = [];
  let names = 0;
  const newDirectory = (): string => {
    names += 1;
    return join(path, `server-${names}`);
  };
  const start = async (directory: string, settings: Settings = {}): Promise<DrillServer> => {
    const serving = { binaries, account, directory, settings, newDirectory, start };
    const server = await startServer(serving, await findFreePort(systemRandom));
    servers.push(server);
    return server;
  };
  return {
    startPrimary: async () => {
      const directory = newDirectory();
      const passwords = { superuser: PASSWORD, owner: PASSWORD, service: PASSWORD };
      await createCluster({
        binaries,
        account,
        directory,
        passwords,
        isDurable: false,
        random: systemRandom,
      });
      const line = 'host replication all 127.0.0.1/32 scram-sha-256\n';
      await appendFile(join(directory, 'pg_hba.conf'), line);
      const server = await start(directory);
      await migrate({
        url: databaseUrl(`127.0.0.1:${server.port}`, 'owner', TEMPLATE_DATABASE),
        serviceRole: 'satchel',
        folders: SCHEMA_FOLDERS,
      });
      return server;
    },
    startFiles: start,
    dispose: async (keepsFiles = false) => {
      for (const server of servers) await server.kill();
      await release();
      if (!keepsFiles) await rm(path, { recursive: true, force: true });
    },
  };
}

type Settings = Readonly<Record<string, string>>;

interface Serving {
  readonly binaries: Binaries;
  readonly account: ServerAccount | null;
  readonly directory: string;
  readonly settings: Settings;
  readonly newDirectory: () => string;
  readonly start: (directory: string, settings?: Settings) => Promise<DrillServer>;
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  wal_level: 'replica',
  hot_standby: 'on',
  max_connections: '100',
  // Keeps some log for a standby that was away.
  wal_keep_size: '128MB',
  wal_retrieve_retry_interval: '200ms',
};

async function startServer(serving: Serving, port: number): Promise<DrillServer> {
  const { binaries, account, directory } = serving;
  const settings = { ...SETTINGS, ...serving.settings, port: String(port) };
  const named = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', directory, ...named], {
    stdio: 'ignore',
    detached: true,
    cwd: '/',
    env: {},
    ...account,
  });
  const exited = once(child, 'exit');
  let isOver = false;
  void exited.then(() => {
    isOver = true;
  });
  const server: DrillServer = {
    port,
    directory,
    run: async (work, database = TEMPLATE_DATABASE) => {
      const url = databaseUrl(`127.0.0.1:${port}`, 'superuser', database);
      const sql = postgres(url, { max: 1, onnotice: () => undefined });
      try {
        return await work(sql);
      } finally {
        // The connection is closed after a second at the latest, because the server may have been
        // killed.
        await sql.end({ timeout: 1 });
      }
    },
    baseBackup: () => copyFiles(serving, server),
    startStandby: async (name = 'standby') => {
      const copy = await copyFiles(serving, server);
      await writeFile(join(copy, 'standby.signal'), '');
      const conninfo =
        `host=127.0.0.1 port=${port} user=postgres password=${PASSWORD} ` +
        `application_name=${name}`;
      await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
      return await serving.start(copy);
    },
    kill: async () => {
      if (isOver || child.pid === undefined) return;
      await killFamily(child.pid);
      await exited;
    },
  };
  await untilPasses(async () => void (await server.run((sql) => sql`select 1`)));
  return server;
}

/**
 * Copies the files of a server like pg_basebackup: the files while the server writes them, and the
 * log up to the end.
 */
function copyFiles(serving: Serving, server: DrillServer): Promise<string> {
  const { directory, newDirectory } = serving;
  const copy = newDirectory();
  return server.run(async (sql) => {
    await sql`select pg_backup_start('drill', fast => true)`;
    await copyWhileWritten(directory, copy);
    const [stopped] = await sql<{ labelfile: string }[]>`
      select labelfile from pg_backup_stop(wait_for_archive => false)`;
    await rm(join(copy, 'postmaster.pid'), { force: true });
    await copyWhileWritten(join(directory, 'pg_wal'), copy);
    const label = join(copy, 'backup_label');
    await writeFile(label, stopped?.labelfile ?? '');
    if (serving.account !== null) await chown(label, serving.account.uid, serving.account.gid);
    return copy;
  });
}

/**
 * Copies files while they are written. Files may vanish during the copy, but never those that a
 * copy needs.
 */
async function copyWhileWritten(from: string, to: string): Promise<void> {
  await run('cp', ['-a', from, to], { env: { ...process.env, LC_ALL: 'C' } }).catch((error) => {
    const lines = String(error.stderr).trim().split('\n');
    const areGone = lines.every((line) => line.endsWith('No such file or directory'));
    if (!areGone) throw error;
  });
}

/**
 * Kills a server with all its processes. If only its first process is killed, the others end after
 * a while, and until then nothing else may use their files.
 */
async function killFamily(pid: number): Promise<void> {
  const children = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => null);
  const pids = [pid, ...(children?.stdout.split('\n').map(Number) ?? [])].filter((one) => one > 0);
  for (const one of pids) signal(one, 'SIGKILL');
  // The wait is bounded, because a killed process can be signalled until its parent has noticed its
  // end.
  for (let looks = 0; looks < 400 && pids.some((one) => signal(one, 0)); looks += 1) await wait(5);
}

/** Sends a signal; false when there is no such process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Starts a shell that ends all servers of the folder when this process ends, in whatever way. */
function guardServers(path: string): () => Promise<void> {
  const script = `
    cat > /dev/null
    for file in "$1"/*/postmaster.pid; do
      [ -f "$file" ] || continue
      pid=$(head -n 1 "$file")
      ps -ww -o args= -p "$pid" 2> /dev/null | grep -q "$1" && kill -QUIT "$pid"
    done
    true`;
  return guardByShell(script, [path]);
}
