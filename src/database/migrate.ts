/** Brings the schema of a database up to date. CONTRIBUTING.md says how the schema is changed. */

import { withConnection } from './client.ts';
import { errorCode, isRolledBack } from './database-fault.ts';
import { findFunctionChanges, installFunctions } from './install-functions.ts';
import { nameServiceRole } from './name-service-role.ts';
import {
  type FunctionSet,
  type Migration,
  readFunctions,
  readMigrations,
  type SchemaFolders,
  SchemaMismatchError,
} from './schema-files.ts';
import type { Sql } from './sql.ts';

export interface MigrateOptions {
  /** The URL for the role that will own the tables. */
  readonly url: string;
  /**
   * The role with which the service connects. It is the owner of the tables if the operator has not
   * separated the two.
   */
  readonly serviceRole: string;
  readonly folders: SchemaFolders;
  /**
   * The last migration to apply, so that the tables have the version of a backup that is loaded
   * into them. No functions are created then.
   */
  readonly upTo?: number;
}

export interface MigrateReport {
  /** Names of the files that were applied, in order. */
  readonly applied: readonly string[];
  readonly version: number;
  /** Names of the functions that were created, replaced or dropped. */
  readonly functions: readonly string[];
}

/**
 * Brings the schema up to date in one transaction. It applies each numbered file once, in order,
 * and then installs every function whose text has changed. Processes that start together wait for
 * each other. In the files, `:service_role` stands for the role of the service.
 */
export async function migrate(options: MigrateOptions): Promise<MigrateReport> {
  const program: Program = {
    migrations: await readMigrations(options.folders.migrations),
    functions: await readFunctions(options.folders.functions),
    serviceRole: options.serviceRole,
    upTo: options.upTo ?? null,
  };
  return await withConnection({ ...CONNECTION, url: options.url }, ({ sql }) =>
    repeatWhenUndone(() => upgrade(sql, program)),
  );
}

const CONNECTION = {
  applicationName: 'satchel migrate',
  statementTimeoutMs: 0,
  lockTimeoutMs: 0,
  onStatement: null,
};

interface Program {
  readonly migrations: readonly Migration[];
  readonly functions: FunctionSet;
  readonly serviceRole: string;
  readonly upTo: number | null;
}

/**
 * Repeats a migration that the server has rolled back, as after a deadlock: processes of the older
 * version go on working during an upgrade, and take locks in a different order.
 */
async function repeatWhenUndone<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRolledBack(databaseErrorOf(error))) throw error;
    }
  }
}

const MAX_ATTEMPTS = 5;

async function upgrade(sql: Sql, program: Program): Promise<MigrateReport> {
  await sql.unsafe('begin');
  try {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    await sql.unsafe('set local check_function_bodies = off');
    const report = await bringUpToDate(sql, program);
    await sql.unsafe('commit');
    return report;
  } catch (error) {
    await sql.unsafe('rollback');
    throw await explain(sql, error);
  }
}

/**
 * A number for an advisory lock that nothing else takes: the first bytes of "satchel" and
 * "migrate".
 */
const MIGRATION_LOCK = 0x7361_7463_6d69n;

async function bringUpToDate(sql: Sql, program: Program): Promise<MigrateReport> {
  const { functions, serviceRole, upTo } = program;
  const applied = await openBookkeeping(sql, serviceRole);
  const pending = findPending(program.migrations, applied).filter(
    ({ version }) => upTo === null || version <= upTo,
  );
  const changes = await findFunctionChanges(sql, functions);
  for (const migration of pending) await applyOne(sql, migration, serviceRole);
  // After a migration all functions are installed again, even unchanged ones: a table that a
  // migration has replaced has lost its triggers, which the files of the functions create.
  const wanted = pending.length > 0 ? { ...changes, changed: functions.files } : changes;
  if (upTo === null) await installFunctions(sql, functions, wanted, serviceRole);
  return {
    applied: pending.map(({ name }) => name),
    version: Math.max(0, ...[...applied, ...pending].map(({ version }) => version)),
    functions: upTo === null ? [...changes.changed, ...changes.gone].map(({ name }) => name) : [],
  };
}

interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

/**
 * Reads which migrations were applied, from a table that is created if it is missing. Whether it
 * exists is asked first, so that a role without the right to create tables can still find that all
 * is up to date.
 */
async function openBookkeeping(
  sql: Sql,
  serviceRole: string,
): Promise<readonly AppliedMigration[]> {
  if (!(await hasTable(sql, 'schema_migration'))) {
    await sql.unsafe(nameServiceRole(MIGRATION_TABLE, serviceRole));
  }
  const applied = await sql<AppliedMigration[]>`
    select version, name, checksum from schema_migration order by version`;
  if (!(await hasTable(sql, 'schema_function'))) {
    if (applied.length > 0) throw new SchemaMismatchError(BEFORE_FIRST_RELEASE);
    await sql.unsafe(nameServiceRole(FUNCTION_TABLE, serviceRole));
  }
  return applied;
}

/**
 * What operators are told about a database or a backup that is older than the first release, which
 * is known by its lack of a function revision.
 */
export const BEFORE_FIRST_RELEASE =
  'the data is of a Satchel from before release 0.1, which cannot be brought up to date: ' +
  'begin with a new database';

const MIGRATION_TABLE = `
  create table schema_migration (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  );
  grant select on schema_migration to :service_role`;

const FUNCTION_TABLE = `
  create table schema_function (
    name text primary key,
    checksum text not null,
    revision integer not null
  );
  grant select on schema_function to :service_role`;

/** Whether a database was ever used by Satchel. The check changes nothing in it. */
export const isSatchelDatabase = (url: string): Promise<boolean> =>
  withConnection({ ...CONNECTION, url }, ({ sql }) => hasTable(sql, 'schema_migration'));

async function hasTable(sql: Sql, name: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`select to_regclass(${name}) is not null as found`;
  return row?.found ?? false;
}

function findPending(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const { version, name, checksum } of applied) {
    const migration = known.get(version);
    if (migration === undefined) {
      throw new SchemaMismatchError(
        `the database has migration ${name}, which this program does not know: ` +
          'it was used by a newer Satchel; run that one',
      );
    }
    if (migration.checksum !== checksum) {
      throw new SchemaMismatchError(`migration ${name} was changed after it had been applied`);
    }
  }
  const done = new Set(applied.map((migration) => migration.version));
  return migrations.filter((migration) => !done.has(migration.version));
}

async function applyOne(sql: Sql, migration: Migration, serviceRole: string): Promise<void> {
  try {
    await sql.unsafe(nameServiceRole(migration.text, serviceRole));
  } catch (error) {
    throw new Error(`migration ${migration.name} failed`, { cause: error });
  }
  await sql`
    insert into schema_migration (version, name, checksum)
    values (${migration.version}, ${migration.name}, ${migration.checksum})`;
}

async function explain(sql: Sql, error: unknown): Promise<unknown> {
  if (errorCode(databaseErrorOf(error)) !== '42501') return error;
  return new SchemaMismatchError(MISSING_RIGHTS[await readRights(sql)], { cause: error });
}

type Rights = 'sees_no_tables' | 'may_not_read' | 'may_not_change';

const AS_OWNER = 'run "satchel migrate" as the owner of the tables (SATCHEL_MIGRATE_DATABASE_URL)';

const MISSING_RIGHTS: Readonly<Record<Rights, string>> = {
  sees_no_tables:
    'the database has no tables of Satchel that its role can see, and the role may not create ' +
    `them: check its name and its rights, or ${AS_OWNER}`,
  may_not_read:
    'the role has no rights to the tables of Satchel in this database: use the role that the ' +
    'service works as',
  may_not_change:
    'the database is older than this program, and its role may not bring it up to date: ' +
    AS_OWNER,
};

async function readRights(sql: Sql): Promise<Rights> {
  const [row] = await sql<{ may_read: boolean | null }[]>`
    select has_table_privilege(to_regclass('schema_migration'), 'select') as may_read`;
  if (row?.may_read == null) return 'sees_no_tables';
  return row.may_read ? 'may_not_change' : 'may_not_read';
}

const databaseErrorOf = (error: unknown): unknown =>
  error instanceof Error && errorCode(error) === null ? error.cause : error;
