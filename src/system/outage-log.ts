/** A log that leaves out repeated lines while the database or the node is away. */

import type { Clock } from '../base/clock.ts';
import { type AwayPart, awayPart } from '../base/fault.ts';
import type { Log, LogFields } from '../base/log.ts';

/** The time without a failure after which an outage is over. */
const OUTAGE_QUIET_MS = 10_000;
/** The interval at which the log says that an outage is not over yet. */
const OUTAGE_REMINDER_MS = 60_000;

interface Outage {
  readonly begunAtMs: number;
  lastAtMs: number;
  toldAtMs: number;
  leftOut: number;
}

/**
 * Leaves out repeated lines while the database or the node is away, when every call and loop fails
 * for the same reason. The log says so at the beginning, now and then while the outage lasts, and
 * at the end with the number of lines left out. Other failures are written as always. The signal
 * ends the reminders.
 */
export function withoutOutageRepeats(log: Log, clock: Clock, end: AbortSignal): Log {
  const outages = new Map<AwayPart, Outage>();

  const watch = async (part: AwayPart, outage: Outage): Promise<void> => {
    while (!end.aborted) {
      await clock.sleep(OUTAGE_QUIET_MS, end);
      const nowMs = clock.monotonicMs();
      const { begunAtMs, lastAtMs, toldAtMs, leftOut } = outage;
      const about = { part, leftOut, seconds: Math.round((lastAtMs - begunAtMs) / 1000) };
      if (nowMs - lastAtMs >= OUTAGE_QUIET_MS) {
        outages.delete(part);
        if (leftOut > 0) log.info(about, 'nothing failed any more for that reason');
        return;
      }
      if (nowMs - toldAtMs < OUTAGE_REMINDER_MS) continue;
      outage.toldAtMs = nowMs;
      log.warn(about, 'it is still away');
    }
  };

  const isRepeat = ({ error }: LogFields): boolean => {
    const part = awayPart(error);
    if (part === null) return false;
    const nowMs = clock.monotonicMs();
    const outage = outages.get(part);
    if (outage !== undefined) {
      outage.lastAtMs = nowMs;
      outage.leftOut += 1;
      return true;
    }
    const begun = { begunAtMs: nowMs, lastAtMs: nowMs, toldAtMs: nowMs, leftOut: 0 };
    outages.set(part, begun);
    void watch(part, begun);
    return false;
  };

  const at = (level: keyof Log): Log[typeof level] => {
    return (fields, message) => {
      if (!isRepeat(fields)) log[level](fields, message);
    };
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
