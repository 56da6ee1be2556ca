import type { Log } from '../base/log.ts';
import type { Alarm, AlarmStore } from './alarm-store.ts';

export interface RaiseAlarmDeps {
  readonly alarms: Pick<AlarmStore, 'raiseAlarm'>;
  readonly log: Log;
}

/**
 * Raises an alarm for the operator, and writes it to the process's log. If storing the alarm fails,
 * the result is false and only the log tells of it. Nothing is thrown, because the failure must not
 * stop money from being booked.
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
