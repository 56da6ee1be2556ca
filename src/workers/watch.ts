import type { Clock } from '../base/clock.ts';
import type { Alarm } from '../operations/alarm-store.ts';

/** What a watcher knows in the time that it leads. */
export interface Watch {
  readonly fence: bigint;
  /** Whether the present connection has shown that it continues where the last one ended. */
  isVerified: boolean;
  /** Which connection is the present one. */
  connection: number;
  /** When the node's invoices are to be listed again, on the monotonic clock. */
  rescanAtMs: number;
  /** Up to this settle index everything that was listed has been dealt with. */
  rescannedUpTo: bigint;
}

export const newWatch = (fence: bigint, clock: Clock): Watch => ({
  fence,
  isVerified: false,
  connection: 1,
  rescanAtMs: clock.monotonicMs(),
  rescannedUpTo: 0n,
});

/** Nothing that the node says now may be booked, until a person has understood why. */
export class WatchStopped extends Error {
  override readonly name = 'WatchStopped';
  readonly alarm: Alarm;

  constructor(alarm: Alarm) {
    super(alarm.detail);
    this.alarm = alarm;
  }
}
