import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createBackupRunStore } from '../../src/backups/sql/backup-run-store.ts';
import { HOUR_MS } from '../../src/base/durations.ts';
import { startAccounts } from '../support/account-world.ts';
import { readText } from '../support/page-visitor.ts';

const BACKUP = { file: 'scheduled-1.backup.gz', bytes: 12_345_678, sha256: 'ab'.repeat(32) };

async function open(backupEverySec: number | null) {
  const world = await startAccounts({ after }, { backupEverySec });
  const admin = await world.signedIn(await world.addPerson({ isAdmin: true }));
  const read = async () => {
    const answer = await admin.get('/operate/books');
    return { body: answer.body, text: readText(answer) };
  };
  return { read, runs: createBackupRunStore(world.database) };
}

const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);

test('without a schedule the page says how to set one, and nothing is late', async () => {
  const { read, runs } = await open(null);
  const { text } = await read();
  assert.match(text, /State No schedule Set how many seconds/);
  assert.match(text, /SATCHEL_BACKUP_EVERY=21600/);
  await runs.noteVerified({
    ...BACKUP,
    takenAt: hoursAgo(100),
    isSealed: false,
    verified: 'checksums',
  });
  const made = await read();
  assert.match(made.text, /Age 4 d Size 12\.3 MB Verified By its checksums Encrypted No/);
  assert.doesNotMatch(made.text, /Too old/);
});

test('a backup on time: when, how large, how old, how verified, encrypted or not', async () => {
  const { read, runs } = await open(21_600);
  assert.match((await read()).text, /State None yet Schedule Every 6 h/);
  const takenAt = hoursAgo(3);
  await runs.noteVerified({ ...BACKUP, takenAt, isSealed: true, verified: 'restored' });
  const { text, body } = await read();
  assert.match(text, /State On time Schedule Every 6 h/);
  assert.match(text, /Age 3 h Size 12\.3 MB Verified By restoring a copy Encrypted Yes/);
  assert.ok(body.includes(takenAt.toISOString()));
  assert.ok(text.includes(BACKUP.file));
  assert.doesNotMatch(text, /SATCHEL_BACKUP_EVERY=/);
});

test('a failure is told with its reason, and an overdue backup is red', async () => {
  const { read, runs } = await open(21_600);
  await runs.noteVerified({
    ...BACKUP,
    takenAt: hoursAgo(3),
    isSealed: true,
    verified: 'restored',
  });
  await runs.noteFailed({ error: 'no room <b>' });
  const failed = await read();
  assert.match(failed.body, /state bad">Failed/);
  assert.match(failed.text, /The last run failed .* no room <b>/);
  assert.doesNotMatch(failed.body, /no room <b>/);
  const old = await open(3600);
  await old.runs.noteVerified({
    ...BACKUP,
    takenAt: hoursAgo(3),
    isSealed: true,
    verified: 'restored',
  });
  assert.match((await old.read()).body, /state bad">Too old/);
});

test('a backup of broken books says so in red, though it is on time', async () => {
  const { read, runs } = await open(21_600);
  const verified = 'restored_with_findings';
  await runs.noteVerified({ ...BACKUP, takenAt: hoursAgo(3), isSealed: true, verified });
  const { text, body } = await read();
  assert.match(text, /State On time .* Its books have the findings of the live ones/);
  assert.match(body, /state bad">By restoring a copy/);
});
