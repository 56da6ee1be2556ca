import type { Alarm } from '../../alarms/alarm-store.ts';
import type { Clock } from '../../base/clock.ts';

/** What a watcher knows while it leads. */
export interface Watch {
  readonly fence: bigint;
  /** Whether the present connection has shown that it continues where the last one ended. */
  isVerified: boolean;
  /** The number of the present connection. */
  connection: number;
  /** When to check again whether all that settled is booked, on the monotonic clock. */
  checkAtMs: number;
}

export const newWatch = (fence: bigint, clock: Clock): Watch => ({
  fence,
  isVerified: false,
  connection: 1,
  checkAtMs: clock.monotonicMs(),
});

/** Nothing that the node reports may be booked until a person has understood why. */
export class WatchStopped extends Error {
  override readonly name = 'WatchStopped';
  readonly alarm: Alarm;

  constructor(alarm: Alarm) {
    super(alarm.detail);
    this.alarm = alarm;
  }
}
