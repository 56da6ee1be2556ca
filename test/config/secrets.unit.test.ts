import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSecretKey, secretKeyFingerprint } from '../../src/config/secrets.ts';
import { openDataFolder } from '../../src/system/data-folder.ts';
import { systemRandom } from '../../src/system/system-random.ts';

async function freshFolder(t: { after(fn: () => Promise<void>): void }): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'satchel-secrets-'));
  t.after(() => rm(path, { recursive: true }));
  return path;
}

test('a key is made once and kept where only we may read it', async (t) => {
  const path = await freshFolder(t);
  const folder = await openDataFolder(path, systemRandom);
  const read = () => readSecretKey(null, folder, systemRandom);
  const [first, second, third] = await Promise.all([read(), read(), read()]);
  assert.equal(first.length, 32);
  assert.deepEqual([second, third, await read()], [first, first, first]);
  assert.equal((await stat(join(path, 'secret-key'))).mode & 0o777, 0o600);
});

test("the operator's key wins and writes nothing", async (t) => {
  const path = await freshFolder(t);
  const folder = await openDataFolder(path, systemRandom);
  const key = systemRandom.bytes(32);
  assert.equal(await readSecretKey(key, folder, systemRandom), key);
  await assert.rejects(stat(join(path, 'secret-key')), { code: 'ENOENT' });
});

test('M76 a file that holds no key is refused, not replaced', async (t) => {
  const path = await freshFolder(t);
  await writeFile(join(path, 'secret-key'), 'half a key');
  const folder = await openDataFolder(path, systemRandom);
  await assert.rejects(readSecretKey(null, folder, systemRandom), /secret-key/);
});

test('a fingerprint tells keys apart, and does not change', () => {
  const [key, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const fingerprint = Buffer.from(secretKeyFingerprint(key)).toString('hex');
  // Written down: a changed fingerprint would lock everyone out.
  assert.equal(fingerprint, '53a45c12c4622144acdc1395c8e60ca0226d6663a63d44bfeeddd3c387c4b6d2');
  assert.notDeepEqual(secretKeyFingerprint(other), secretKeyFingerprint(key));
});
