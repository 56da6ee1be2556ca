import type { Alarm, AlarmStore } from './alarm-store.ts';
import { type RaiseAlarmDeps, raiseAlarm } from './raise-alarm.ts';

export interface StateAlarmDeps extends RaiseAlarmDeps {
  readonly alarms: Pick<AlarmStore, 'raiseAlarm' | 'endAlarm'>;
}

/** An alarm about a state: it is raised once while the state is bad, and ended when it is good. */
export interface StateAlarm {
  raise(detail: string): Promise<void>;
  end(): Promise<void>;
}

export function createStateAlarm(
  deps: StateAlarmDeps,
  alarm: Pick<Alarm, 'kind' | 'subject'>,
  endNote: string,
): StateAlarm {
  /** Whether the alarm is raised. Null at the start, as an earlier process may have raised it. */
  let isRaised: boolean | null = null;
  return {
    async raise(detail) {
      // If the alarm could not be stored, as the database was away as well, the next call raises
      // it.
      if (isRaised !== true) isRaised = await raiseAlarm(deps, { ...alarm, detail });
    },
    async end() {
      if (isRaised === false) return;
      await deps.alarms.endAlarm(alarm, endNote);
      isRaised = false;
    },
  };
}
