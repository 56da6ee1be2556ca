import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  REVISION_FILE,
  SCHEMA_FOLDERS,
  type SchemaFolders,
} from '../../src/database/schema-files.ts';

/** A copy of the schema's files, to be changed as a later or an earlier version would have them. */
export interface SchemaCopy {
  readonly folders: SchemaFolders;
  /** The folder that contains paths such as `migrations/0001-users.sql`. */
  readonly directory: string;
  write(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Replaces a text in all files that contain it, and returns their paths. */
  replace(text: string, other: string): Promise<readonly string[]>;
  setRevision(revision: number): Promise<void>;
  dispose(): Promise<void>;
}

export async function copySchema(): Promise<SchemaCopy> {
  const copy = await emptySchema();
  await cp(SCHEMA_FOLDERS.migrations, copy.folders.migrations, { recursive: true });
  await cp(SCHEMA_FOLDERS.functions, copy.folders.functions, { recursive: true });
  return copy;
}

/** Makes folders without migrations and functions. */
export async function emptySchema(): Promise<SchemaCopy> {
  const directory = await mkdtemp(join(tmpdir(), 'satchel-schema-'));
  const folders = {
    migrations: join(directory, 'migrations'),
    functions: join(directory, 'functions'),
  };
  await mkdir(folders.migrations);
  await mkdir(folders.functions);
  const copy: SchemaCopy = {
    folders,
    directory,
    write: (path, text) => writeFile(join(directory, path), text),
    remove: (path) => rm(join(directory, path)),
    replace: (text, other) => replaceIn(directory, text, other),
    setRevision: (revision) => copy.write(`functions/${REVISION_FILE}`, `${revision} 0\n`),
    dispose: () => rm(directory, { recursive: true }),
  };
  await copy.setRevision(1);
  return copy;
}

async function replaceIn(directory: string, text: string, other: string): Promise<string[]> {
  const changed: string[] = [];
  for (const path of await readdir(directory, { recursive: true })) {
    if (!path.endsWith('.sql')) continue;
    const before = await readFile(join(directory, path), 'utf8');
    if (!before.includes(text)) continue;
    await writeFile(join(directory, path), before.replaceAll(text, other));
    changed.push(path);
  }
  return changed;
}
