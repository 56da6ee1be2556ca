import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readBackupKey } from '../../src/app/backup/backup-key.ts';

const folder = await mkdtemp(join(tmpdir(), 'satchel-backup-key-'));
after(() => rm(folder, { recursive: true }));
const file = join(folder, 'key');
const HEX = 'ab'.repeat(32);

test('the key of backups is read however an editor saved it', async () => {
  for (const text of [HEX, `${HEX}\n`, `\uFEFF${HEX}\r\n`, ` ${HEX.toUpperCase()} `]) {
    await writeFile(file, text);
    assert.deepEqual(await readBackupKey(file), new Uint8Array(32).fill(0xab));
  }
});

test('a file that holds no key is refused by its setting', async () => {
  for (const wrong of ['', HEX.slice(2), Buffer.from(`\uFEFF${HEX}`, 'utf16le')]) {
    await writeFile(file, wrong);
    await assert.rejects(readBackupKey(file), /SATCHEL_BACKUP_KEY_FILE must hold 64 hex digits/);
  }
  await assert.rejects(readBackupKey(join(folder, 'none')), /SATCHEL_BACKUP_KEY_FILE cannot be/);
});
