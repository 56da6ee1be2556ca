import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentWords } from '../../src/backups/commands/backup.ts';

test('a backup says who can read it, by whether it is encrypted', () => {
  const plain = contentWords({ hasSecretKey: true, isSealed: false }).join(' ');
  assert.match(plain, /anyone who has this file has everything/);
  const sealed = contentWords({ hasSecretKey: true, isSealed: true }).join(' ');
  assert.doesNotMatch(sealed, /anyone who has this file/);
  assert.match(sealed, /It is encrypted: without the key of SATCHEL_BACKUP_KEY_FILE no one can/);
  const apart = contentWords({ hasSecretKey: false, isSealed: true }).join(' ');
  assert.match(apart, /keep the key elsewhere, a restore needs it\. It is encrypted/);
});
