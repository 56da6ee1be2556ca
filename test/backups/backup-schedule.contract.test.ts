import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newAction, THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { createJobStore } from '../../src/background/sql/job-store.ts';
import { MAKE_BACKUP_JOB } from '../../src/backups/backup-run-store.ts';
import type { FixedSchedule } from '../../src/backups/backup-schedule.ts';
import { createBackupScheduleStore } from '../../src/backups/sql/backup-schedule-store.ts';
import { DAY_SEC, HOUR_MS, HOUR_SEC } from '../../src/base/durations.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { times } from '../support/money-model/many-at-once.ts';

/** A lease that is over as soon as it is given, as if its holder had died. */
const NO_LEASE_MS = 0;

const action = () =>
  newAction({ clock: systemClock, random: systemRandom }, THE_COMMAND_LINE, {
    kind: 'backup_schedule',
    subject: '',
  });

async function bench() {
  const { database } = await testDatabase({ after });
  const jobs = createJobStore(database);
  return {
    storeWith: (fixed: Partial<FixedSchedule> = {}) =>
      createBackupScheduleStore(database, { everySec: null, keep: null, ...fixed }),
    jobs,
    take: (leaseMs = HOUR_MS) => jobs.takeJobs([MAKE_BACKUP_JOB], 9, leaseMs),
    /** How many jobs began; they are done at once. */
    run: async () => {
      const taken = await jobs.takeJobs([MAKE_BACKUP_JOB], 9, HOUR_MS);
      for (const job of taken) await jobs.finishJob(job);
      return taken.length;
    },
  };
}

test('a chosen schedule makes one backup in each of its slots', async () => {
  const { storeWith, run } = await bench();
  const store = storeWith();
  assert.equal((await store.readSchedule()).everySec, null);
  assert.equal(await run(), 0);
  const chosen = { everySec: DAY_SEC, atSec: 3 * HOUR_SEC, keep: 5 };
  await store.saveSchedule(chosen, action());
  const { isFixed, ...inForce } = await store.readSchedule();
  assert.deepEqual([inForce, isFixed], [chosen, { every: false, keep: false }]);
  assert.deepEqual([await run(), await run()], [1, 0]);
  await store.saveSchedule({ ...chosen, keep: 6 }, action());
  assert.equal(await run(), 0, 'another number changes no slot');
  await store.saveSchedule({ ...chosen, everySec: null }, action());
  await store.saveSchedule(chosen, action());
  assert.equal(await run(), 1);
});

test('a start follows the settings, and the chosen schedule once they have none', async () => {
  const { storeWith, jobs, run } = await bench();
  const chosen = { everySec: DAY_SEC, atSec: 3 * HOUR_SEC, keep: 5 };
  await storeWith().saveSchedule(chosen, action());
  const fixed = storeWith({ everySec: 100, keep: 2 });
  await fixed.applySchedule();
  await jobs.setSchedules(new Map([[MAKE_BACKUP_JOB, 100]]));
  const { everySec, atSec, keep, isFixed } = await fixed.readSchedule();
  assert.deepEqual([everySec, atSec, keep], [100, 0, 2]);
  assert.deepEqual(isFixed, { every: true, keep: true });
  assert.equal(await run(), 1);
  await storeWith().applySchedule();
  assert.deepEqual([await run(), await run()], [1, 0], 'the slots of the chosen one');
  await storeWith().applySchedule();
  assert.equal(await run(), 0, 'a start alone begins none');
});

test('two processes at one slot make one backup', async () => {
  const { storeWith, jobs, take } = await bench();
  await storeWith().saveSchedule({ everySec: DAY_SEC, atSec: 0, keep: 5 }, action());
  const taken = await Promise.all(times(8, () => take()));
  assert.equal(taken.flat().length, 1);
  // Both start at that moment, and a button is pressed in the same slot.
  await Promise.all(times(2, () => storeWith().applySchedule()));
  await storeWith().requestBackup(action());
  assert.deepEqual(await take(), [], 'none is made beside the one that runs');
  for (const job of taken.flat()) await jobs.finishJob(job);
  const [pressed, ...others] = (await Promise.all(times(8, () => take()))).flat();
  assert(pressed !== undefined && others.length === 0, 'what was asked for is made after it');
});

test('a process that dies while it makes one leaves it, and the next slots, to others', async () => {
  const { storeWith, jobs, take } = await bench();
  await storeWith().saveSchedule({ everySec: 1, atSec: 0, keep: 5 }, action());
  const next = () =>
    eventually('a backup begins', async () => (await take(NO_LEASE_MS))[0] ?? null);
  const dead = await next();
  const left = await next();
  assert.deepEqual([left.id, left.attempt], [dead.id, 2], 'the same one, tried again');
  await jobs.finishJob(dead);
  const kept = await next();
  assert.deepEqual([kept.id, kept.attempt], [dead.id, 3], 'the dead one ends nothing any more');
  await jobs.finishJob(kept);
  const later = await next();
  assert.notEqual(later.id, dead.id);
  assert.equal(later.attempt, 1);
});

test('without any schedule a start ends what the settings had asked for', async () => {
  const { storeWith, jobs, run } = await bench();
  await jobs.setSchedules(new Map([[MAKE_BACKUP_JOB, 1]]));
  await storeWith().applySchedule();
  assert.equal(await run(), 0);
});
