import type { Alarm, AlarmStore } from './alarm-store.ts';
import { type RaiseAlarmDeps, raiseAlarm } from './raise-alarm.ts';

export interface StateAlarmDeps extends RaiseAlarmDeps {
  readonly alarms: Pick<AlarmStore, 'raiseAlarm' | 'endAlarm'>;
}

/** An alarm about how something stands: raised once while it is bad, and over when it is good. */
export interface StateAlarm {
  raise(detail: string): Promise<void>;
  end(): Promise<void>;
}

export function createStateAlarm(
  deps: StateAlarmDeps,
  alarm: Pick<Alarm, 'kind' | 'subject'>,
  endNote: string,
): StateAlarm {
  /** Null at the start: an earlier process may have raised it. */
  let isRaised: boolean | null = null;
  return {
    async raise(detail) {
      // Where the database is away as well, it is told of later.
      if (isRaised !== true) isRaised = await raiseAlarm(deps, { ...alarm, detail });
    },
    async end() {
      if (isRaised === false) return;
      await deps.alarms.endAlarm(alarm, endNote);
      isRaised = false;
    },
  };
}
