import type { Clock } from '../../../src/base/clock.ts';
import { systemClock } from '../../../src/system/system-clock.ts';

/** The pause between two looks of a worker, and the time that attempts get when it ends. */
export const LOOK_EVERY_MS = 250;
const GRACE_MS = 5000;

/** A clock for a worker that looks by itself at once, and then not again for an hour. */
export function lazyClock(): { readonly clock: Clock; readonly hasLooked: Promise<void> } {
  const startupCheck = Promise.withResolvers<void>();
  const sleep: Clock['sleep'] = (ms, signal) => {
    if (ms !== LOOK_EVERY_MS) return systemClock.sleep(ms, signal);
    startupCheck.resolve();
    return systemClock.sleep(3_600_000, signal);
  };
  return { clock: { ...systemClock, sleep }, hasLooked: startupCheck.promise };
}

export interface RecordingClock {
  readonly clock: Clock;
  readonly hasLooked: Promise<void>;
  readonly pausesMs: readonly number[];
}

export function recordingClock(): RecordingClock {
  const pausesMs: number[] = [];
  const startupCheck = Promise.withResolvers<void>();
  const sleep: Clock['sleep'] = (ms, signal) => {
    pausesMs.push(ms);
    if (ms === LOOK_EVERY_MS) startupCheck.resolve();
    return systemClock.sleep(ms, signal);
  };
  return { clock: { ...systemClock, sleep }, hasLooked: startupCheck.promise, pausesMs };
}

/**
 * A clock with which a test decides when the time is over that attempts get at the end of a worker.
 */
export function graceClock() {
  const asked = Promise.withResolvers<void>();
  const over = new AbortController();
  const sleep: Clock['sleep'] = (ms, signal) => {
    if (ms !== GRACE_MS) return systemClock.sleep(ms, signal);
    asked.resolve();
    return systemClock.sleep(
      3_600_000,
      signal ? AbortSignal.any([signal, over.signal]) : over.signal,
    );
  };
  return { clock: { ...systemClock, sleep }, isAsked: asked.promise, endGrace: () => over.abort() };
}

/** A clock that stands still unless a test moves it. Sleeping takes real time. */
export function standingClock() {
  let nowMs = 0;
  const clock: Clock = { ...systemClock, monotonicMs: () => nowMs };
  const move = (ms: number): void => {
    nowMs += ms;
  };
  return { clock, move };
}
