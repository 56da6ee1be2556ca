import { chmod, chown, mkdtemp, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaries } from '../../src/database/embedded/binaries.ts';
import { createCluster, DATABASE_NAME, ROLES } from '../../src/database/embedded/cluster.ts';
import { placeBinaries } from '../../src/database/embedded/placement.ts';
import { startServer } from '../../src/database/embedded/server.ts';
import { chooseServerAccount } from '../../src/database/embedded/server-account.ts';
import { migrate } from '../../src/database/migrate.ts';
import { SCHEMA_FOLDERS } from '../../src/database/schema-files.ts';
import { findFreePort } from '../../src/system/free-port.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { guardByShell } from './guard-shell.ts';

export const TEMPLATE_DATABASE = DATABASE_NAME;
const PASSWORD = 'throw-away';

/** Settings of database servers for tests, whose data need not survive a crash of the machine. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_connections: '300',
  // A time zone far from UTC and from that of the machine, so that a test notices a time without a
  // zone.
  timezone: 'Pacific/Kiritimati',
};

export interface ThrowAwayServer {
  /** The address of the server, `host:port`. Roles and passwords are always the same. */
  readonly address: string;
  /**
   * Ends the server and removes its files. This also happens when this process ends, in whatever
   * way.
   */
  stop(): Promise<void>;
}

/** Starts a server with a migrated database `satchel`, which is copied for each test. */
export async function startThrowAwayServer(): Promise<ThrowAwayServer> {
  const account = await chooseServerAccount(null);
  const binaries = await placeBinaries(await findBinaries(), account, systemRandom);
  const folder = await mkdtemp(join(await chooseParent(), 'satchel-test-'));
  await chmod(folder, 0o755);
  if (account !== null) await chown(folder, account.uid, account.gid);
  const directory = join(folder, 'postgres');
  const passwords = { superuser: PASSWORD, owner: PASSWORD, service: PASSWORD };
  await createCluster({
    binaries,
    account,
    directory,
    passwords,
    isDurable: false,
    random: systemRandom,
  });
  // Everyone can read the password, and each connection would have to compute to prove that it
  // knows it, so none is asked for.
  await writeFile(join(directory, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n');
  const { pid, port } = await startServer({
    binaries,
    account,
    directory,
    settings: SETTINGS,
    environment: {},
    port: await findFreePort(systemRandom),
    logFile: join(folder, 'postgres.log'),
    clock: systemClock,
  });
  const stop = guardServer(pid, folder);
  const address = `127.0.0.1:${port}`;
  await migrate({
    url: templateUrl(address),
    serviceRole: ROLES.service,
    folders: SCHEMA_FOLDERS,
  });
  return { address, stop };
}

const MEMORY_FOLDER = '/dev/shm';
/** The space for up to a hundred databases of some ten megabytes each, and their log. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Chooses where the data is kept: in memory if there is room, because copying a database takes a
 * tenth of the time there.
 */
async function chooseParent(): Promise<string> {
  const memory = await statfs(MEMORY_FOLDER).catch(() => null);
  const freeBytes = memory === null ? 0 : memory.bavail * memory.bsize;
  return freeBytes >= NEEDED_BYTES ? MEMORY_FOLDER : tmpdir();
}

export function databaseUrl(address: string, role: keyof typeof ROLES, database: string): string {
  return `postgres://${ROLES[role]}:${PASSWORD}@${address}/${database}`;
}

/**
 * The URL of the migrated database, as its owner. No one may stay connected to it, because it is
 * copied.
 */
export const templateUrl = (address: string): string =>
  databaseUrl(address, 'owner', TEMPLATE_DATABASE);

/**
 * Starts a shell that waits for the end of its input, which is also closed when this process ends.
 */
export function guardServer(pid: number, folder: string): () => Promise<void> {
  const script = `
    cat > /dev/null
    kill -QUIT "$1"
    while kill -0 "$1" 2> /dev/null; do sleep 0.02; done
    rm -rf "$2"`;
  return guardByShell(script, [String(pid), folder]);
}
