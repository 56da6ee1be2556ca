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

/** Database servers for tests know nothing that must outlive a crash of the machine. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_connections: '300',
  // Not that of the machine, and far from UTC: a time that names no zone shows everywhere.
  timezone: 'Pacific/Kiritimati',
};

export interface ThrowAwayServer {
  /** `host:port` of the server; roles and passwords are always the same. */
  readonly address: string;
  /** Ends the server and removes its files; so does the end of this process, however it comes. */
  stop(): Promise<void>;
}

/** A server whose database `satchel` is migrated as a real one is, to be cloned for each test. */
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
  // Everyone can read the password, and each connection would compute to prove that it knows it.
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
/** Databases of some ten megabytes each, up to a hundred at once, and their log. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/** In memory, where there is room: a clone of a database takes a tenth of the time there. */
async function chooseParent(): Promise<string> {
  const memory = await statfs(MEMORY_FOLDER).catch(() => null);
  const freeBytes = memory === null ? 0 : memory.bavail * memory.bsize;
  return freeBytes >= NEEDED_BYTES ? MEMORY_FOLDER : tmpdir();
}

export function databaseUrl(address: string, role: keyof typeof ROLES, database: string): string {
  return `postgres://${ROLES[role]}:${PASSWORD}@${address}/${database}`;
}

/** The address of the migrated database, as its owner; it is copied, so no one stays connected. */
export const templateUrl = (address: string): string =>
  databaseUrl(address, 'owner', TEMPLATE_DATABASE);

/** A shell that waits for the end of its input, which the end of this process closes too. */
export function guardServer(pid: number, folder: string): () => Promise<void> {
  const script = `
    cat > /dev/null
    kill -QUIT "$1"
    while kill -0 "$1" 2> /dev/null; do sleep 0.02; done
    rm -rf "$2"`;
  return guardByShell(script, [String(pid), folder]);
}
