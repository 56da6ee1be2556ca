/** Opens the database of a program, embedded or not, migrates it and checks it. */

import { requireEmpty } from '../../backups/sql/load.ts';
import { SCRATCH_PREFIX } from '../../backups/sql/scratch.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Random } from '../../base/random.ts';
import type { Config } from '../../config/config.ts';
import { checkServer } from '../../database/check-server.ts';
import { DatabaseFault, withFaults } from '../../database/database-fault.ts';
import { type Database, openDatabase } from '../../database/db.ts';
import { EmbeddedPostgres } from '../../database/embedded/embedded-postgres.ts';
import { hasInstallation, type InstallationFolder } from '../../database/embedded/installation.ts';
import { openLockSession } from '../../database/lock-session.ts';
import { isSatchelDatabase, type MigrateReport, migrate } from '../../database/migrate.ts';
import { SCHEMA_FOLDERS } from '../../database/schema-files.ts';
import type { OwnPrograms } from '../own-programs.ts';

export interface StorageOptions {
  readonly database: Config['database'];
  readonly dataFolder: InstallationFolder;
  readonly applicationName: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /**
   * Called when the embedded database has died and cannot be restarted. A service passes it, and is
   * then the only one of its data folder; commands leave it out and may work beside a service.
   */
  readonly onLost?: (error: unknown) => void;
  /** The programs that a service has started, to which the embedded database is added. */
  readonly ownPrograms?: OwnPrograms;
  /**
   * The version of tables that a restored backup needs: the database must be empty, and gets them.
   */
  readonly emptyAtVersion?: number;
  /**
   * Whether a missing database is an error, for commands that look at what is there and create
   * nothing.
   */
  readonly mustExist?: boolean;
}

/** An open database, migrated and checked. */
export interface Storage {
  readonly database: Database;
  readonly migrated: MigrateReport;
  /** Whether no other process can use the database, as with the embedded database of a service. */
  readonly isOurs: boolean;
  /** The URL for the role that owns the tables. */
  readonly ownerUrl: string;
  /** The URL for the role that creates scratch databases, if any role of the server may. */
  readonly makerUrl: string;
  /** The name of the database role in which the service works. */
  readonly serviceRole: string;
  close(): Promise<void>;
}

/**
 * The database is a copy that proves a backup. It must never meet a node, or send what waits in it.
 */
export class ScratchDatabaseError extends Error {
  override readonly name = 'ScratchDatabaseError';
}

/**
 * A command found no service in this database or folder. Only starts and commands that set a
 * service up may create one.
 */
export class NoSatchelError extends Error {
  override readonly name = 'NoSatchelError';
}

export class SecondServiceError extends Error {
  override readonly name = 'SecondServiceError';
}

export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { url, migrateUrl } = options.database;
  if (options.mustExist) await requireSatchel(options);
  if (url !== null) return await openAt(options, url, migrateUrl ?? url);
  const opening = EmbeddedPostgres.open({ ...options, openLockSession });
  options.ownPrograms?.add(async () => (await opening).close());
  const embedded = await opening;
  try {
    if (options.onLost !== undefined && !(await embedded.becomeService(options.onLost))) {
      throw new SecondServiceError(
        `another service already runs on the data folder ${options.dataFolder.path}`,
      );
    }
    const storage = await openAt(options, embedded.serviceUrl, embedded.ownerUrl);
    return {
      ...storage,
      makerUrl: embedded.superuserUrl,
      isOurs: options.onLost !== undefined,
      async close() {
        try {
          await storage.close();
        } finally {
          await embedded.close();
        }
      },
    };
  } catch (error) {
    await embedded.close();
    throw error;
  }
}

/**
 * Requires that there is a service: in a wrong folder or database, a command would find everything
 * empty and report that all is well.
 */
async function requireSatchel({ database, dataFolder }: StorageOptions): Promise<void> {
  const url = database.migrateUrl ?? database.url;
  if (url === null) {
    if (await hasInstallation(dataFolder.path)) return;
    throw new NoSatchelError(
      `there is no Satchel in the folder ${dataFolder.path}: change into its folder, or set ` +
        'SATCHEL_DATA_DIR; `satchel start` makes a new one',
    );
  }
  if (await withFaults(() => isSatchelDatabase(url))) return;
  throw new NoSatchelError(
    'there is no Satchel in this database: check SATCHEL_DATABASE_URL; `satchel start` or ' +
      '`satchel migrate` makes a new one',
  );
}

async function openAt(
  options: StorageOptions,
  serviceUrl: string,
  ownerUrl: string,
): Promise<Storage> {
  const database = openDatabase({ ...options, url: serviceUrl });
  try {
    await database.query((sql) => checkServer(sql, options.database));
    const { serviceRole, name } = await readPlace(database);
    if (name.startsWith(SCRATCH_PREFIX)) throw new ScratchDatabaseError(SCRATCH_OPENED);
    const { emptyAtVersion: upTo } = options;
    if (upTo !== undefined) await requireEmpty(ownerUrl);
    const only = upTo === undefined ? {} : { upTo };
    const folders = SCHEMA_FOLDERS;
    const migrated = await migrate({ url: ownerUrl, serviceRole, folders, ...only });
    const close = () => database.close();
    return { database, migrated, isOurs: false, ownerUrl, makerUrl: ownerUrl, serviceRole, close };
  } catch (error) {
    await database.close();
    if (!(error instanceof DatabaseFault)) throw error;
    throw new Error('the database cannot be used', { cause: error });
  }
}

async function readPlace(
  database: Database,
): Promise<{ readonly serviceRole: string; readonly name: string }> {
  const [row] = await database.query(
    (sql) => sql<{ role: string; name: string }[]>`
      select current_user as role, current_database() as name`,
  );
  return { serviceRole: row?.role ?? '', name: row?.name ?? '' };
}

const SCRATCH_OPENED =
  'this database is the copy by which a backup is verified: it is not for use, and is dropped soon';
