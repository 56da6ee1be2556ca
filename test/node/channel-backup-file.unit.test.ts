import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openChannelBackupFile } from '../../src/node/io/channel-backup-file.ts';
import { dataFolderAt } from '../../src/system/data-folder.ts';
import { systemRandom } from '../../src/system/system-random.ts';

test('the channel backup is a file that only we may read, replaced as a whole', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  context.after(() => rm(folder, { recursive: true }));
  const file = openChannelBackupFile(dataFolderAt(folder, systemRandom));
  assert.equal(await file.read(), null);
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  await file.replace(Buffer.from('an older one'));
  await file.replace(bytes);
  const read = await file.read();
  assert.deepEqual(read && [...read.bytes], [...bytes]);
  assert.deepEqual(read?.keptAt, (await stat(file.path)).mtime);
  assert.equal((await stat(file.path)).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(folder), ['channels.backup'], 'drafts are gone');
});
