import type { AlarmStore } from '../alarms/alarm-store.ts';
import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import type { DatabaseSafety } from '../database/database-safety.ts';

export interface CheckDatabaseDeps extends RaiseAlarmDeps {
  readonly databaseSafety: Omit<DatabaseSafety, 'refusedWrites'>;
  readonly alarms: Pick<AlarmStore, 'raiseAlarm' | 'wasRaised'>;
  readonly isDatabaseEmbedded: boolean;
}

/**
 * Checks the database server's settings, which can change while it runs, and whether its standbys
 * answer.
 */
export async function checkDatabase(deps: CheckDatabaseDeps): Promise<void> {
  const { databaseSafety, log } = deps;
  // While the standby is away, this is only logged: an alarm is a commit, and would wait for the
  // standby like every other commit.
  if (await databaseSafety.isStandbyAway()) {
    log.error({}, 'the database confirms nothing: its standbys do not answer');
  }
  const weaknesses = await databaseSafety.findWeaknesses();
  if (weaknesses.length > 0) {
    const detail = `the database may forget what it confirms: ${weaknesses.join('; ')}`;
    await raiseAlarm(deps, { kind: 'database_unsafe', subject: 'database', detail });
  }
  await checkRelease(deps);
}

/**
 * Raises an alarm about an outdated release of PostgreSQL, once for each release. The embedded
 * server comes with Satchel and is updated with it.
 */
async function checkRelease(deps: CheckDatabaseDeps): Promise<void> {
  if (deps.isDatabaseEmbedded) return;
  const old = await deps.databaseSafety.findOldRelease();
  if (old === null || (await deps.alarms.wasRaised('database_outdated', old))) return;
  await raiseAlarm(deps, { kind: 'database_outdated', subject: old, detail: old });
}
