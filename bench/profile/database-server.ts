import { chmod, chown, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import postgres from 'postgres';
import { type Binaries, findBinaries } from '../../src/database/embedded/binaries.ts';
import { ROLES } from '../../src/database/embedded/cluster.ts';
import { placeBinaries } from '../../src/database/embedded/placement.ts';
import { runProgram } from '../../src/database/embedded/run-program.ts';
import { startServer } from '../../src/database/embedded/server.ts';
import { chooseServerAccount } from '../../src/database/embedded/server-account.ts';
import { findFreePort } from '../../src/system/free-port.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { databaseUrl, guardServer } from '../../test/support/throw-away-server.ts';

/**
 * A durable server with a database for each tree. It counts what statements take when this is
 * turned on.
 */
export interface DatabaseServer {
  readonly pid: number;
  createDatabase(name: string): Promise<Readonly<Record<string, string>>>;
  /** Opens a connection as superuser. */
  open(database: string): postgres.Sql;
  /**
   * Turns counting on or off. Counting takes time itself, so it is off in rounds whose processor
   * time is measured.
   */
  count(isOn: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** The options of initdb, which are the same for all supported versions of PostgreSQL. */
const INITDB_OPTIONS = ['--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C'];
const SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  max_connections: '200',
};

/**
 * Starts a server. `programs` is the folder of another server's programs, as a distribution
 * installs them.
 */
export async function startDatabaseServer(
  programs: string | null,
  settings: Readonly<Record<string, string>> = {},
): Promise<DatabaseServer> {
  const account = await chooseServerAccount(null);
  const binaries =
    programs === null
      ? await placeBinaries(await findBinaries(), account, systemRandom)
      : binariesIn(programs);
  const folder = await mkdtemp(join(tmpdir(), 'satchel-profile-'));
  const directory = join(folder, 'postgres');
  await mkdir(directory, { mode: 0o700 });
  await chmod(folder, 0o755);
  if (account !== null) {
    for (const path of [folder, directory]) await chown(path, account.uid, account.gid);
  }
  const common = { binaries, account, directory };
  await runProgram({
    file: binaries.initdb,
    args: ['--pgdata', directory, '--username', ROLES.superuser, ...INITDB_OPTIONS],
    account,
    input: '',
  });
  const { pid, port } = await startServer({
    ...common,
    settings: { ...SETTINGS, ...settings },
    environment: {},
    port: await findFreePort(systemRandom),
    logFile: join(folder, 'postgres.log'),
    clock: systemClock,
  });
  const stop = guardServer(pid, folder);
  const address = `127.0.0.1:${port}`;
  const open = (database: string) =>
    postgres(databaseUrl(address, 'superuser', database), { max: 1, onnotice: () => undefined });
  const root = open('postgres');
  for (const role of [ROLES.owner, ROLES.service]) await root.unsafe(`create role ${role} login`);
  const count = async (isOn: boolean): Promise<void> => {
    await root.unsafe(`alter system set pg_stat_statements.track = '${isOn ? 'all' : 'none'}'`);
    await root.unsafe(`alter system set track_functions = '${isOn ? 'all' : 'none'}'`);
    await root`select pg_reload_conf()`;
  };
  await count(false);
  return {
    pid,
    open,
    createDatabase: async (name) => {
      await root.unsafe(`create database ${name} owner ${ROLES.owner}`);
      const sql = open(name);
      await sql`create extension pg_stat_statements`;
      await sql.end();
      return {
        SATCHEL_DATABASE_URL: databaseUrl(address, 'service', name),
        SATCHEL_MIGRATE_DATABASE_URL: databaseUrl(address, 'owner', name),
      };
    },
    count,
    stop: async () => {
      await root.end();
      await stop();
    },
  };
}

const binariesIn = (folder: string): Binaries => ({
  directory: dirname(folder),
  initdb: join(folder, 'initdb'),
  postgres: join(folder, 'postgres'),
});
