import type { AlarmStore } from '../alarms/alarm-store.ts';
import type { Log } from '../base/log.ts';
import type { DatabaseSafety, RefusedWrites } from '../database/database-safety.ts';

export interface AlertRefusedWritesDeps {
  readonly alarms: Pick<AlarmStore, 'raiseAlarm'>;
  readonly databaseSafety: Pick<DatabaseSafety, 'refusedWrites'>;
  readonly log: Log;
}

/**
 * Reports that the database refuses writes: in the log at once, and as an alarm as soon as the
 * database accepts one. Takes what still has to be reported, and returns what is left to report.
 */
export async function alertRefusedWrites(
  { alarms, databaseSafety, log }: AlertRefusedWritesDeps,
  untold: RefusedWrites | null,
): Promise<RefusedWrites | null> {
  const refused = databaseSafety.refusedWrites();
  if (refused !== null && untold === null) {
    log.error({ why: refused.why }, 'the database refuses writes');
  }
  const told = refused ?? untold;
  if (told === null) return null;
  try {
    const detail = `the database refused what was to be written: ${told.why}`;
    await alarms.raiseAlarm({ kind: 'database_refuses_writes', subject: 'database', detail });
    return null;
  } catch {
    return told;
  }
}
