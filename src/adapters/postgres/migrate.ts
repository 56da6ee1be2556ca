import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DedicatedConnection } from './dedicated-connection.ts';
import type { Sql } from './sql.ts';

export interface MigrateOptions {
  /** Of the role that shall own the tables. */
  readonly url: string;
  /** Role that the service runs with; the same as the owner where roles are not separate. */
  readonly serviceRole: string;
  readonly directory: string;
  /** Goes so far only; left out, to the newest. */
  readonly upTo?: number;
}

export interface MigrateReport {
  /** File names, in order. */
  readonly applied: readonly string[];
  readonly version: number;
}

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/** The schema and this program do not fit together; the message says how. */
export class SchemaMismatchError extends Error {
  override readonly name = 'SchemaMismatchError';
}

/**
 * Brings the schema up to date: each file of `directory` once, in the order of its number, in a
 * transaction of its own. Processes that start together wait for each other. A file finds the name
 * of the service's role in the setting `satchel.service_role` and grants it what it needs.
 */
export async function migrate(options: MigrateOptions): Promise<MigrateReport> {
  const migrations = await readMigrations(options.directory);
  const upTo = options.upTo ?? migrations.length;
  const connection = await DedicatedConnection.open({
    url: options.url,
    applicationName: 'satchel migrate',
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
    onStatement: null,
  });
  try {
    return await connection.use((sql) => applyPending(sql, migrations, options.serviceRole, upTo));
  } finally {
    await connection.close();
  }
}

async function applyPending(
  sql: Sql,
  migrations: readonly Migration[],
  serviceRole: string,
  upTo: number,
): Promise<MigrateReport> {
  await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
  if (!(await hasBookkeeping(sql))) await createBookkeeping(sql, serviceRole);
  const applied = await readApplied(sql);
  const pending = findPending(migrations, applied).filter(({ version }) => version <= upTo);
  for (const migration of pending) await applyOne(sql, migration, serviceRole);
  return {
    applied: pending.map((migration) => migration.name),
    version: Math.max(0, ...[...applied, ...pending].map(({ version }) => version)),
  };
}

/** Any number will do that nobody else locks: the first bytes of "satchel" and "migrate". */
const MIGRATION_LOCK = 0x7361_7463_6d69n;

/** Looked up first: a role that may not create tables can then still see that all is well. */
async function hasBookkeeping(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select to_regclass('schema_migration') is not null as found`;
  return row?.found ?? false;
}

async function createBookkeeping(sql: Sql, serviceRole: string): Promise<void> {
  await sql`
    create table schema_migration (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`;
  await sql`grant select on schema_migration to ${sql(serviceRole)}`;
}

interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

const readApplied = (sql: Sql): Promise<readonly AppliedMigration[]> =>
  sql<AppliedMigration[]>`select version, name, checksum from schema_migration order by version`;

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
  await sql.unsafe('begin');
  try {
    await sql`select set_config('satchel.service_role', ${serviceRole}, true)`;
    await sql.unsafe(migration.text);
    await sql`
      insert into schema_migration (version, name, checksum)
      values (${migration.version}, ${migration.name}, ${migration.checksum})`;
    await sql.unsafe('commit');
  } catch (error) {
    await sql.unsafe('rollback');
    throw new Error(`migration ${migration.name} failed`, { cause: error });
  }
}

async function readMigrations(directory: string): Promise<readonly Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(names.map((name) => readMigration(directory, name)));
  for (const [index, { version, name }] of migrations.entries()) {
    if (version !== index + 1) throw new SchemaMismatchError(`${name} breaks the numbering`);
  }
  return migrations;
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  const digits = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
  if (digits === undefined) throw new SchemaMismatchError(`${name} is not called NNNN-words.sql`);
  const text = await readFile(join(directory, name), 'utf8');
  const checksum = createHash('sha256').update(text).digest('hex');
  return { version: Number(digits), name, text, checksum };
}
