import { readFile } from 'node:fs/promises';
import { assert } from '../base/assert.ts';

/** Reads the version of this program, which is that of its package. */
export async function readOwnVersion(): Promise<string> {
  const told: unknown = JSON.parse(
    await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  assert(
    typeof told === 'object' &&
      told !== null &&
      'version' in told &&
      typeof told.version === 'string',
    'a package has a version',
  );
  return told.version;
}
