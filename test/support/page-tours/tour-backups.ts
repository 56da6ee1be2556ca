import { createJobStore } from '../../../src/background/sql/job-store.ts';
import { createBackupRunStore } from '../../../src/backups/sql/backup-run-store.ts';
import { HOUR_MS } from '../../../src/base/durations.ts';
import type { AccountWorld } from '../account-world.ts';
import type { PageTour } from './page-tour.ts';

const PAGE = '/operate/books';

/** Visits the pages of backups: none yet, failed, too old, on time. */
export async function tourBackups(world: AccountWorld, tour: PageTour): Promise<void> {
  const admin = tour.with(await world.signedIn(await world.addPerson({ isAdmin: true })));
  const runs = createBackupRunStore(world.database);
  await admin.open(PAGE, '/operate/books/schedule');
  await admin.submit('/operate/books/schedule', { every: '21600', at: '03:00', keep: '7' });
  await admin.open(PAGE);
  await admin.submit('/operate/books/backup');
  await createJobStore(world.database).takeJobs(['make-backup'], 1, HOUR_MS);
  await admin.open(PAGE);
  await runs.noteFailed({ error: 'test' });
  await admin.open(PAGE);
  const backup = { file: 'test', bytes: 1_234_567, sha256: 'ab'.repeat(32) };
  await runs.noteVerified({
    ...backup,
    takenAt: new Date(Date.now() - HOUR_MS),
    isSealed: false,
    verified: 'checksums',
  });
  await admin.open(PAGE);
  const takenAt = new Date();
  const verified = 'restored_with_findings';
  await runs.noteVerified({ ...backup, takenAt, isSealed: true, verified });
  await admin.open(PAGE);
  await runs.noteVerified({ ...backup, takenAt, isSealed: true, verified: 'restored' });
  await admin.open(PAGE);
}
