import type { Alarm, AlarmStore } from './alarm-store.ts';
import { type RaiseAlarmDeps, raiseAlarm } from './raise-alarm.ts';

export interface StateAlarmDeps extends RaiseAlarmDeps {
  readonly alarms: Pick<AlarmStore, 'raiseAlarm' | 'endAlarm'>;
}

/**
 * An alarm about a bad state: it is raised once when the state becomes bad, and closed when the
 * state is good again.
 */
export interface StateAlarm {
  raise(detail: string): Promise<void>;
  end(): Promise<void>;
}

export function createStateAlarm(
  deps: StateAlarmDeps,
  alarm: Pick<Alarm, 'kind' | 'subject'>,
  endNote: string,
): StateAlarm {
  /**
   * Whether the alarm is raised. Null at the start, because an earlier process may have raised it.
   */
  let isRaised: boolean | null = null;
  return {
    async raise(detail) {
      // If an alarm cannot be stored, because the database is away as well, the next call raises it
      // again.
      if (isRaised !== true) isRaised = await raiseAlarm(deps, { ...alarm, detail });
    },
    async end() {
      if (isRaised === false) return;
      await deps.alarms.endAlarm(alarm, endNote);
      isRaised = false;
    },
  };
}
