/**
 * Opens the database of a program, embedded or on a server. Brings its tables up to date and checks
 * it.
 */

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
   * Called if the embedded database has died and cannot be restarted. A service passes this
   * function, and then no second service can open the data folder. Commands leave it out, and may
   * run beside a service.
   */
  readonly onLost?: (error: unknown) => void;
  /**
   * The list of programs that a service has started and ends when it stops. The embedded database
   * is added to it.
   */
  readonly ownPrograms?: OwnPrograms;
  /**
   * For a restore: the version of the tables that the backup needs. The database must be empty, and
   * gets tables of this version.
   */
  readonly emptyAtVersion?: number;
  /**
   * Whether a missing database is an error. Commands that only look at a service set it, so that
   * they create nothing.
   */
  readonly mustExist?: boolean;
}

/** A database that is open, up to date and checked. */
export interface Storage {
  readonly database: Database;
  readonly migrated: MigrateReport;
  /**
   * Whether no other process can use the database, as is the case for a service with an embedded
   * database.
   */
  readonly isOurs: boolean;
  /** The URL by which to connect as the database role that owns the tables. */
  readonly ownerUrl: string;
  /**
   * The URL by which to connect as the database role that creates scratch databases. The role may
   * lack the right to create databases.
   */
  readonly makerUrl: string;
  /** The name of the database role that the service uses for its work. */
  readonly serviceRole: string;
  close(): Promise<void>;
}

/**
 * The error when a program opens a scratch database, which is a copy that verifies a backup. A copy
 * must never be used with a node, nor send the mails and webhooks that wait in it.
 */
export class ScratchDatabaseError extends Error {
  override readonly name = 'ScratchDatabaseError';
}

/**
 * The error when a command finds no service in this database or data folder. Only `satchel start`
 * and commands that set a service up may create one.
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
 * Throws if there is no service in the database or data folder. Otherwise a command in a wrong
 * folder would find everything empty, and report that all is well.
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
