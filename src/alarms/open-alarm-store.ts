import type { AlarmKind, StoredAlarm } from './alarm-store.ts';

/** Port: alarms that no one has acknowledged since they were last raised. */
export interface OpenAlarmStore {
  /** Lists open alarms, newest first. */
  listNewestOpen(limit: number): Promise<readonly StoredAlarm[]>;
  /** Counts up to `limit` open alarms; kinds without any are left out. */
  countOpenByKind(limit: number): Promise<ReadonlyMap<AlarmKind, number>>;
}
