import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Alarm } from '../../src/alarms/alarm-store.ts';
import type { BackupStatus } from '../../src/backups/backup-run-store.ts';
import { scheduleInForce } from '../../src/backups/backup-schedule.ts';
import { backupJobs } from '../../src/backups/backups.ts';
import { checkForBackup, makeBackups, watchBackups } from '../../src/backups/make-backups.ts';
import { createListeningLog } from '../support/listening-log.ts';

function bench(run: (signal: AbortSignal) => Promise<void>) {
  const alarms: Alarm[] = [];
  const failures: string[] = [];
  const deps = {
    alarms: { raiseAlarm: async (alarm: Alarm) => void alarms.push(alarm) },
    backupRuns: {
      noteFailed: async ({ error }: { readonly error: string }) => void failures.push(error),
    },
    runBackup: run,
    log: createListeningLog(),
  };
  return { deps, alarms, failures };
}

const STANDING: BackupStatus = { newest: null, ageSec: null, failure: null };
const scheduleOf = (everySec: number | null) => ({
  readSchedule: async () =>
    scheduleInForce({ everySec: null, keep: null }, { everySec, atSec: 0, keep: 1 }),
});
const MADE = {
  file: 'scheduled-x',
  takenAt: new Date(0),
  bytes: 1,
  sha256: '00',
  isSealed: false,
  verified: 'checksums',
} as const;

describe('the job that makes backups', () => {
  test('is quiet when all went well', async () => {
    const { deps, alarms, failures } = bench(async () => undefined);
    await makeBackups(deps, new AbortController().signal);
    assert.deepEqual([alarms, failures], [[], []]);
  });

  test('tells of a failure, notes it, and fails so that it is tried again', async () => {
    const { deps, alarms, failures } = bench(async () => {
      throw new Error('the disk is full');
    });
    await assert.rejects(makeBackups(deps, new AbortController().signal), /the disk is full/);
    assert.deepEqual(failures, ['the disk is full']);
    assert.deepEqual(
      alarms.map(({ kind, detail }) => [kind, detail]),
      [['backup_failed', 'no backup was made: the disk is full']],
    );
  });

  test('a stop is no failure', async () => {
    const stop = new AbortController();
    const { deps, alarms, failures } = bench(async (signal) => {
      stop.abort();
      signal.throwIfAborted();
    });
    await assert.rejects(makeBackups(deps, stop.signal), { name: 'AbortError' });
    assert.deepEqual([alarms, failures], [[], []]);
  });
});

describe('the watch over backups', () => {
  const toldOf = async (
    status: BackupStatus,
    everySec: number | null = 100,
  ): Promise<readonly string[]> => {
    const { deps, alarms } = bench(async () => undefined);
    await watchBackups({
      ...deps,
      backupRuns: { readStatus: async () => status },
      backupSchedules: scheduleOf(everySec),
    });
    return alarms.map(({ kind, detail }) => `${kind}: ${detail}`);
  };

  test('tells of one that is older than twice the interval', async () => {
    assert.deepEqual(await toldOf({ ...STANDING, newest: MADE, ageSec: 200 }), []);
    assert.deepEqual(await toldOf({ ...STANDING, newest: MADE, ageSec: 201 }), [
      'backup_overdue: the newest backup (scheduled-x) is 201 s old; one is due every 100 s',
    ]);
  });

  test('is quiet without a schedule', async () => {
    assert.deepEqual(await toldOf({ ...STANDING, newest: MADE, ageSec: 201 }, null), []);
  });

  test('counts from the first run where none was ever made', async () => {
    assert.deepEqual(await toldOf(STANDING), []);
    assert.deepEqual(await toldOf({ ...STANDING, ageSec: 201 }), [
      'backup_overdue: no backup was verified for 201 s; one is due every 100 s',
    ]);
  });
});

describe('the look whether real money was ever backed up', () => {
  const look = async (hasOldMoney: boolean, newest: BackupStatus['newest'], isKnown = false) => {
    const raised: Alarm[] = [];
    await checkForBackup({
      log: createListeningLog(),
      alarms: {
        raiseAlarm: async (alarm) => void raised.push(alarm),
        wasRaised: async () => isKnown,
      },
      backupRuns: {
        readStatus: async () => ({ ...STANDING, newest }),
        hasOldMoney: async () => hasOldMoney,
      },
    });
    return raised.map(({ kind }) => kind);
  };

  test('tells once of money that is a day old and in no backup', async () => {
    assert.deepEqual(await look(true, null), ['backup_missing']);
    assert.deepEqual(await look(true, null, true), []);
    assert.deepEqual(await look(false, null), []);
    assert.deepEqual(await look(true, MADE), []);
  });

  test('is made where money is real, with or without a schedule, and not for play money', () => {
    const deps = {
      ...bench(async () => undefined).deps,
      alarms: { raiseAlarm: async () => undefined, wasRaised: async () => false },
      backupRuns: {
        noteFailed: async () => undefined,
        readStatus: async () => STANDING,
        hasOldMoney: async () => true,
      },
      backupSchedules: scheduleOf(null),
    };
    const kinds = (everySec: number | null, isPlayMoney: boolean) =>
      Object.keys(backupJobs(deps, { everySec, isPlayMoney }));
    assert.deepEqual(kinds(null, false), ['make-backup', 'watch-backups', 'look-for-backup']);
    assert.deepEqual(kinds(null, true), ['make-backup', 'watch-backups']);
    assert.deepEqual(kinds(60, true), kinds(null, true));
    assert.deepEqual(kinds(60, false), kinds(null, false));
  });
});
