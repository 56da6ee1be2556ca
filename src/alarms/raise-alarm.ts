import type { Log } from '../base/log.ts';
import type { Alarm, AlarmStore } from './alarm-store.ts';

export interface RaiseAlarmDeps {
  readonly alarms: Pick<AlarmStore, 'raiseAlarm'>;
  readonly log: Log;
}

/**
 * Alerts the operator, at least in the process's log: failing to store an alarm must not stop
 * money. False when only that log has it.
 */
export async function raiseAlarm(deps: RaiseAlarmDeps, alarm: Alarm): Promise<boolean> {
  deps.log.error({ alarm: alarm.kind, subject: alarm.subject }, alarm.detail);
  try {
    await deps.alarms.raiseAlarm(alarm);
    return true;
  } catch (error) {
    deps.log.error({ error, alarm: alarm.kind }, 'an alarm could not be stored');
    return false;
  }
}
