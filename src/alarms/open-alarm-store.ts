import type { AlarmKind, StoredAlarm } from './alarm-store.ts';

/** Port: alarms that no one has acknowledged since they were last raised. */
export interface OpenAlarmStore {
  /** Lists open alarms, newest first. */
  listNewestOpen(limit: number): Promise<readonly StoredAlarm[]>;
  /** Counts open alarms by kind, up to `limit` in all. Kinds without an open alarm are left out. */
  countOpenByKind(limit: number): Promise<ReadonlyMap<AlarmKind, number>>;
}
