import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { makeNewKeyFile, readOldSecretKey, readSecretKey } from '../../src/config/secrets.ts';
import { openDataFolder } from '../../src/system/data-folder.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';

const NOT_SET = { secretKey: null, oldSecretKey: null };

async function newFolder(t: TestContext) {
  const path = await mkdtemp(join(tmpdir(), 'satchel-keys-'));
  t.after(() => rm(path, { recursive: true }));
  const folder = await openDataFolder(path, random);
  const read = async () => ({
    current: await readSecretKey(null, folder, random),
    old: await readOldSecretKey(NOT_SET, folder),
  });
  return { path, folder, read };
}

test('a new key is made beside the present one, for us alone', async (t) => {
  const { path, folder, read } = await newFolder(t);
  const first = await read();
  assert.equal(first.old, null);
  await makeNewKeyFile(folder, random);
  const second = await read();
  assert.deepEqual(second.old, first.current);
  assert.notDeepEqual(second.current, first.current);
  assert.equal((await stat(join(path, 'secret-key-old'))).mode & 0o777, 0o600);
});

test('a death between the two files leaves one key, and the command can be repeated', async (t) => {
  const { path, folder, read } = await newFolder(t);
  const first = await read();
  await writeFile(join(path, 'secret-key-old'), await readFile(join(path, 'secret-key'), 'utf8'));
  assert.deepEqual(await read(), first);
  await makeNewKeyFile(folder, random);
  assert.deepEqual((await read()).old, first.current);
});

test('a key of the settings is replaced by settings, whatever is in the folder', async (t) => {
  const { path, folder } = await newFolder(t);
  await writeFile(join(path, 'secret-key-old'), 'ab'.repeat(32));
  const secretKey = new Uint8Array(32);
  assert.equal(await readOldSecretKey({ ...NOT_SET, secretKey }, folder), null);
  const oldSecretKey = new Uint8Array(32).fill(9);
  assert.equal(await readOldSecretKey({ secretKey, oldSecretKey }, folder), oldSecretKey);
  await writeFile(join(path, 'secret-key-old'), 'half a key');
  await assert.rejects(readOldSecretKey(NOT_SET, folder), /secret-key-old in the data folder/);
});
