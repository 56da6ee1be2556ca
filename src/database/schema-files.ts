import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folders of the files that make up the database schema. */
export interface SchemaFolders {
  /** Numbered files: tables, types, indexes and data. */
  readonly migrations: string;
  /**
   * A file `NAME.sql` for each function with its current text, and the revision of the whole set.
   */
  readonly functions: string;
}

export const SCHEMA_FOLDERS: SchemaFolders = {
  migrations: fileURLToPath(new URL('../../migrations', import.meta.url)),
  functions: fileURLToPath(new URL('../../sql/functions', import.meta.url)),
};

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

export interface FunctionFile {
  /** Name of the function, and of the file without its extension. */
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

export interface FunctionSet {
  /**
   * A number that grows with each change of any function's file. It tells which of two programs is
   * newer.
   */
  readonly revision: number;
  readonly files: readonly FunctionFile[];
}

/**
 * The file that `npm run generate` writes. It holds the revision of the functions, and the digest
 * of the files for which that revision was made.
 */
export const REVISION_FILE = 'REVISION';

/** The schema of the database and this program do not match; the message says what to do. */
export class SchemaMismatchError extends Error {
  override readonly name = 'SchemaMismatchError';
}

export async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const migrations = await Promise.all(
    (await listSqlFiles(folder)).map((name) => readMigration(folder, name)),
  );
  for (const [index, { version, name }] of migrations.entries()) {
    if (version !== index + 1) throw new SchemaMismatchError(`${name} breaks the numbering`);
  }
  return migrations;
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const digits = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
  if (digits === undefined) throw new SchemaMismatchError(`${name} is not called NNNN-words.sql`);
  const text = await readFile(join(folder, name), 'utf8');
  return { version: Number(digits), name, text, checksum: sha256(text) };
}

export async function readFunctions(folder: string): Promise<FunctionSet> {
  const files = await readFunctionFiles(folder);
  const digits = /^(\d+) /.exec(await readFile(join(folder, REVISION_FILE), 'utf8'))?.[1];
  if (digits === undefined) {
    throw new SchemaMismatchError(`${join(folder, REVISION_FILE)} does not begin with a number`);
  }
  return { revision: Number(digits), files };
}

export async function readFunctionFiles(folder: string): Promise<readonly FunctionFile[]> {
  return await Promise.all(
    (await listSqlFiles(folder)).map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      return { name: file.slice(0, -'.sql'.length), text, checksum: sha256(text) };
    }),
  );
}

/** Computes a digest of the files of all SQL functions, which shows whether any has changed. */
export const digestOf = (files: readonly FunctionFile[]): string =>
  sha256(files.map(({ name, checksum }) => `${name} ${checksum}\n`).join(''));

const listSqlFiles = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
