import type { Alarm } from '../operations/alarm-store.ts';

/** Nothing that the node says now may be booked, until a person has understood why. */
export class WatchStopped extends Error {
  override readonly name = 'WatchStopped';
  readonly alarm: Alarm;

  constructor(alarm: Alarm) {
    super(alarm.detail);
    this.alarm = alarm;
  }
}
