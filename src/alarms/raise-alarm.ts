import type { Log } from '../base/log.ts';
import type { Alarm, AlarmStore } from './alarm-store.ts';

export interface RaiseAlarmDeps {
  readonly alarms: Pick<AlarmStore, 'raiseAlarm'>;
  readonly log: Log;
}

/**
 * Raises an alarm for the operator, and writes it to the process's log. A failure to store the
 * alarm is not thrown, because it must not stop money from being booked. False if the alarm is only
 * in that log.
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
