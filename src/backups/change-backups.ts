import { type AuditedActionDeps, newAction, type Operator } from '../alarms/audited-action.ts';
import { HOUR_SEC } from '../base/durations.ts';
import { type BackupScheduleStore, type ChosenSchedule, timeOfDay } from './backup-schedule.ts';

export interface ChangeBackupsDeps extends Pick<AuditedActionDeps, 'clock' | 'random'> {
  readonly backupSchedules: BackupScheduleStore;
}

/**
 * Orders a backup, which a worker makes within seconds. The order is a row in the database, so it
 * is not lost if a process dies.
 */
export const requestBackup = (deps: ChangeBackupsDeps, by: Operator): Promise<void> =>
  deps.backupSchedules.requestBackup(newAction(deps, by, { kind: 'backup_now', subject: '' }));

/** Changes the schedule of backups, which workers follow at once. */
export async function setBackupSchedule(
  deps: ChangeBackupsDeps,
  by: Operator,
  chosen: ChosenSchedule,
): Promise<void> {
  const { everySec, atSec, keep } = chosen;
  const schedule = everySec === null ? '–' : `${everySec / HOUR_SEC} h, ${timeOfDay(atSec)} UTC`;
  const detail = { schedule, keep: String(keep) };
  const order = { kind: 'backup_schedule', subject: '', detail } as const;
  await deps.backupSchedules.saveSchedule(chosen, newAction(deps, by, order));
}
