import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { assert } from '../../../src/base/assert.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { renderSchema } from '../../../tools/dump-schema.ts';
import { type Cleanup, type TestDatabase, testDatabase } from '../database.ts';
import { copySchema } from '../schema-copy.ts';
import { GUARDS, type GuardName } from './guards.ts';

const SCHEMA = new URL('../../../schema.sql', import.meta.url);

/** Creates a database from a schema in which these guards were forgotten. */
export async function databaseWithout(
  names: readonly GuardName[],
  cleanup: Cleanup,
): Promise<TestDatabase> {
  const opened = await testDatabase(cleanup);
  const owner = postgres(opened.ownerUrl, { max: 1, onnotice: () => undefined });
  await owner`drop owned by satchel_owner`;
  await owner.end();

  const schema = await copySchema();
  try {
    for (const name of names) {
      const { text, forgotten } = GUARDS[name];
      const files = await schema.replace(text, forgotten);
      assert(files.length > 0, `some file makes: ${name}`);
    }
    const { folders } = schema;
    await migrate({ url: opened.ownerUrl, serviceRole: 'satchel', folders });
  } finally {
    await schema.dispose();
  }
  const sound = await readFile(SCHEMA, 'utf8');
  const changed = linesMissing(sound, await renderSchema(opened.ownerUrl));
  assert(changed >= names.length, 'each guard is missing in the end');
  return opened;
}

function linesMissing(sound: string, mutated: string): number {
  const there = new Set(mutated.split('\n'));
  return sound.split('\n').filter((line) => !there.has(line)).length;
}
