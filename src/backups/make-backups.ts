import type { AlarmStore } from '../alarms/alarm-store.ts';
import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import { cleanText } from '../base/text.ts';
import { type BackupRunStore, isOverdue } from './backup-run-store.ts';
import type { BackupScheduleStore } from './backup-schedule.ts';

export interface MakeBackupsDeps extends RaiseAlarmDeps {
  readonly backupRuns: Pick<BackupRunStore, 'noteFailed'>;
  /**
   * Makes a backup in a process of its own with the lowest priority, so that it does not slow down
   * the service.
   */
  readonly runBackup: (signal: AbortSignal) => Promise<void>;
}

const MAX_ERROR_LENGTH = 500;
/**
 * The subject of the alarm about failed backups. It is always the same, so failures of one day are
 * counted in one alarm.
 */
const SUBJECT = 'backups on schedule';

/**
 * Does the work of a backup job. A failure raises an alarm at once; the job is then tried again
 * like any other.
 */
export async function makeBackups(deps: MakeBackupsDeps, signal: AbortSignal): Promise<void> {
  try {
    await deps.runBackup(signal);
  } catch (error) {
    if (!signal.aborted) {
      const text = error instanceof Error ? error.message : String(error);
      const complaint = cleanText(text, MAX_ERROR_LENGTH);
      await raiseAlarm(deps, {
        kind: 'backup_failed',
        subject: SUBJECT,
        detail: `no backup was made: ${complaint}`,
      });
      await deps.backupRuns.noteFailed({ error: complaint });
    }
    throw error;
  }
}

export interface WatchBackupsDeps extends RaiseAlarmDeps {
  readonly backupRuns: Pick<BackupRunStore, 'readStatus'>;
  readonly backupSchedules: Pick<BackupScheduleStore, 'readSchedule'>;
}

/**
 * Raises an alarm while the newest verified backup is older than twice the interval, whatever the
 * cause.
 */
export async function watchBackups(deps: WatchBackupsDeps): Promise<void> {
  const { everySec } = await deps.backupSchedules.readSchedule();
  if (everySec === null) return;
  const status = await deps.backupRuns.readStatus();
  if (!isOverdue(status, everySec)) return;
  const { newest, ageSec } = status;
  await raiseAlarm(deps, {
    kind: 'backup_overdue',
    subject: SUBJECT,
    detail:
      newest === null
        ? `no backup was verified for ${ageSec} s; one is due every ${everySec} s`
        : `the newest backup (${newest.file}) is ${ageSec} s old; one is due every ${everySec} s`,
  });
}

export interface CheckForBackupDeps extends RaiseAlarmDeps {
  readonly alarms: Pick<AlarmStore, 'raiseAlarm' | 'wasRaised'>;
  readonly backupRuns: Pick<BackupRunStore, 'readStatus' | 'hasOldMoney'>;
}

/** Raises an alarm, once, when real money is a day old and this service has never backed it up. */
export async function checkForBackup(deps: CheckForBackupDeps): Promise<void> {
  const { newest } = await deps.backupRuns.readStatus();
  if (newest !== null || !(await deps.backupRuns.hasOldMoney())) return;
  if (await deps.alarms.wasRaised('backup_missing', SUBJECT)) return;
  const detail = 'no backup was ever made: if this disk dies, the money of all users is lost';
  await raiseAlarm(deps, { kind: 'backup_missing', subject: SUBJECT, detail });
}
