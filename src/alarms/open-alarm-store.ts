import type { AlarmKind, StoredAlarm } from './alarm-store.ts';

/** Port: alarms that no one has acknowledged since they were last raised. */
export interface OpenAlarmStore {
  /** Lists the newest of the open alarms. */
  listNewestOpen(limit: number): Promise<readonly StoredAlarm[]>;
  /** Counts open alarms by kind, up to `limit` in all. Kinds without an open alarm are left out. */
  countOpenByKind(limit: number): Promise<ReadonlyMap<AlarmKind, number>>;
}
