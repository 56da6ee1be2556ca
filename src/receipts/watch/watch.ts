import type { Alarm } from '../../alarms/alarm-store.ts';
import type { Clock } from '../../base/clock.ts';

/** The state of the one process that watches incoming money. */
export interface Watch {
  readonly fence: bigint;
  /** Whether the present connection has shown that it continues where the last one ended. */
  isVerified: boolean;
  /** The number of the present connection to the node. */
  connection: number;
  /** When to check again that everything settled is booked, on the monotonic clock. */
  checkAtMs: number;
}

export const newWatch = (fence: bigint, clock: Clock): Watch => ({
  fence,
  isVerified: false,
  connection: 1,
  checkAtMs: clock.monotonicMs(),
});

/**
 * Thrown to stop the watch of incoming money: nothing that the node reports may be booked before a
 * person knows why it differs from what was seen before.
 */
export class WatchStopped extends Error {
  override readonly name = 'WatchStopped';
  readonly alarm: Alarm;

  constructor(alarm: Alarm) {
    super(alarm.detail);
    this.alarm = alarm;
  }
}
