import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { migrate } from '../../../src/adapters/postgres/migrate.ts';
import { assert } from '../../../src/base/assert.ts';
import { renderSchema } from '../../../tools/dump-schema.ts';
import { type Cleanup, type TestDatabase, testDatabase } from '../database.ts';
import { GUARDS, type GuardName } from './guards.ts';

const ROOT = join(import.meta.dirname, '../../..');
const MIGRATIONS = join(ROOT, 'migrations');

/**
 * A database of its own, built from the migrations as they would be if somebody had forgotten these
 * guards. A later migration may make a function or an index anew: it is looked at what is there in
 * the end.
 */
export async function databaseWithout(
  names: readonly GuardName[],
  cleanup: Cleanup,
): Promise<TestDatabase> {
  const opened = await testDatabase(cleanup);
  const owner = postgres(opened.ownerUrl, { max: 1, onnotice: () => undefined });
  await owner`drop owned by satchel_owner`;
  await owner.end();

  const directory = await mkdtemp(join(tmpdir(), 'satchel-guards-'));
  try {
    await writeMigrations(directory, names);
    await migrate({ url: opened.ownerUrl, serviceRole: 'satchel', directory });
  } finally {
    await rm(directory, { recursive: true });
  }
  const sound = await readFile(join(ROOT, 'schema.sql'), 'utf8');
  const changed = linesMissing(sound, await renderSchema(opened.ownerUrl));
  assert(changed >= names.length, 'each guard is missing in the end');
  return opened;
}

async function writeMigrations(directory: string, names: readonly GuardName[]): Promise<void> {
  const texts = new Map<string, string>();
  for (const file of await readdir(MIGRATIONS)) {
    texts.set(file, await readFile(join(MIGRATIONS, file), 'utf8'));
  }
  for (const name of names) {
    const { text, forgotten } = GUARDS[name];
    const files = [...texts].filter(([, migration]) => migration.includes(text));
    assert(files.length > 0, `some migration makes: ${name}`);
    for (const [file, migration] of files) texts.set(file, migration.replaceAll(text, forgotten));
  }
  for (const [file, text] of texts) await writeFile(join(directory, file), text);
}

function linesMissing(sound: string, mutated: string): number {
  const there = new Set(mutated.split('\n'));
  return sound.split('\n').filter((line) => !there.has(line)).length;
}
