import type { Alarm } from '../../alarms/alarm-store.ts';
import type { Clock } from '../../base/clock.ts';

/** Facts that a watcher keeps while it leads. */
export interface Watch {
  readonly fence: bigint;
  /** Whether the present connection has shown that it continues where the last one ended. */
  isVerified: boolean;
  /** The number of the present connection to the node. */
  connection: number;
  /** The time on the monotonic clock to check again whether all that settled is booked. */
  checkAtMs: number;
}

export const newWatch = (fence: bigint, clock: Clock): Watch => ({
  fence,
  isVerified: false,
  connection: 1,
  checkAtMs: clock.monotonicMs(),
});

/**
 * Thrown to stop the watch: nothing that the node reports may be booked until a person knows why.
 */
export class WatchStopped extends Error {
  override readonly name = 'WatchStopped';
  readonly alarm: Alarm;

  constructor(alarm: Alarm) {
    super(alarm.detail);
    this.alarm = alarm;
  }
}
