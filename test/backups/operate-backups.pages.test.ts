import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createJobStore } from '../../src/background/sql/job-store.ts';
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
  return { read, admin, world, runs: createBackupRunStore(world.database) };
}

const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);

test('without a schedule the page says so, and nothing is late', async () => {
  const { read, runs } = await open(null);
  const { text } = await read();
  assert.match(text, /State No schedule Kept The newest 14 .* Nothing is backed up by itself/);
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
  assert.match(
    (await read()).text,
    /State None yet Schedule Every 6 h Set by SATCHEL_BACKUP_EVERY/,
  );
  const takenAt = hoursAgo(3);
  await runs.noteVerified({ ...BACKUP, takenAt, isSealed: true, verified: 'restored' });
  const { text, body } = await read();
  assert.match(text, /State On time Newest /);
  assert.match(
    text,
    /Age 3 h Size 12\.3 MB Verified By restoring a copy Encrypted Yes Schedule Every 6 h/,
  );
  assert.ok(body.includes(takenAt.toISOString()));
  assert.ok(text.includes(BACKUP.file));
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

const SCHEDULE = '/operate/books/schedule';
const DAILY = { every: '86400', at: '03:00', keep: '7' };

test('an operator sets the schedule on the page', async () => {
  const { read, admin, world } = await open(null);
  assert.match((await admin.get('/operate/books')).body, new RegExp(`href="${SCHEDULE}"`));
  assert.equal((await admin.post(SCHEDULE, DAILY)).headers.location, '/operate/books');
  const { text } = await read();
  assert.match(text, /The schedule is saved/);
  assert.match(text, /Schedule Every day at 03:00 UTC Next /);
  assert.match(text, /Kept The newest 7/);
  const jobs = createJobStore(world.database);
  const [begun] = await jobs.takeJobs(['make-backup'], 1, HOUR_MS);
  assert.equal(begun?.kind, 'make-backup', 'none was made since 03:00, so one is made at once');
  const form = await admin.get(SCHEDULE);
  assert.match(form.body, /value="86400" selected/);
  assert.match(form.body, /value="03:00"/);
  await admin.post(SCHEDULE, { ...DAILY, every: 'never' });
  assert.match((await read()).text, /State No schedule/);
});

test('a schedule that cannot be read is asked for again, with what was typed', async () => {
  const { read, admin } = await open(null);
  for (const [wrong, said] of [
    [{ every: '7' }, /Choose how often/],
    [{ every: '' }, /Choose how often/],
    [{ at: '24:00' }, /Type the time of day/],
    [{ at: '3' }, /Type the time of day/],
    [{ keep: '0' }, /Type how many are kept/],
    [{ keep: '10001' }, /Type how many are kept/],
  ] as const) {
    const answer = await admin.post(SCHEDULE, { ...DAILY, keep: '9', ...wrong });
    assert.match(readText(answer), said);
    if (!('keep' in wrong)) assert.match(answer.body, /name="keep"[^>]* value="9"/);
  }
  assert.match((await read()).text, /State No schedule/);
});

test('what the settings fix is shown, and cannot be changed here', async () => {
  const { read, admin } = await open(21_600);
  const form = await admin.get(SCHEDULE);
  assert.doesNotMatch(form.body, /name="(every|at)"/);
  await admin.post(SCHEDULE, { ...DAILY, keep: '3' });
  assert.match(
    (await read()).text,
    /Schedule Every 6 h Set by SATCHEL_BACKUP_EVERY.* Kept The newest 3/,
  );
});

test('a backup at once is one job, however often it is asked for, and its work is shown', async () => {
  const { read, admin, world } = await open(null);
  const jobs = createJobStore(world.database);
  for (const _ of [1, 2]) await admin.post('/operate/books/backup');
  assert.match((await read()).text, /Now A backup is about to begin/);
  const taken = await jobs.takeJobs(['make-backup'], 9, HOUR_MS);
  assert.equal(taken.length, 1);
  assert.match((await read()).text, /Now A backup is being made/);
  await admin.post('/operate/books/backup');
  assert.deepEqual(await jobs.takeJobs(['make-backup'], 9, HOUR_MS), [], 'never do two run');
  for (const job of taken) await jobs.finishJob(job);
  assert.equal((await jobs.takeJobs(['make-backup'], 9, HOUR_MS)).length, 1, 'it comes after it');
});
