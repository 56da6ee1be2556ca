import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { writePrivately } from '../../src/system/data-folder.ts';

test('a private file is replaced as a whole, and only we may read it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'secret');
  await writeFile(file, 'open to all', { mode: 0o644 });
  await writePrivately(file, new Uint8Array([1, 2]));
  assert.deepEqual([...(await readFile(file))], [1, 2]);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  await writePrivately(file, 'text');
  assert.equal(await readFile(file, 'utf8'), 'text');
  assert.deepEqual(await readdir(folder), ['secret']);
});
