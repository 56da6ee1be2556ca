import type { Clock } from '../../base/clock.ts';
import { MAX_RATE_KEYS } from '../../base/limits.ts';

/** A steady rate and a burst. */
export interface Rate {
  readonly perSec: number;
  readonly burst: number;
}

export interface RateAnswer {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the full burst is available again, in whole seconds of Unix time. */
  readonly resetsAtSec: number;
  /** Whole seconds until the next call is allowed; 0 if this one was. */
  readonly retryAfterSec: number;
}

export interface RateLimiter {
  /** Takes one, or as many as `units` says, or nothing. */
  take(key: string, rate: Rate, units?: number): RateAnswer;
  /** Returns what `take` would return, and takes nothing. */
  look(key: string, rate: Rate): RateAnswer;
}

/**
 * A leaky bucket for each key, kept as one number: the time at which it will be empty (the
 * "theoretical arrival time" of GCRA, ITU-T I.371). It is local to this process: each of several
 * processes allows the full rate.
 */
export function createRateLimiter(clock: Clock, maxKeys = MAX_RATE_KEYS): RateLimiter {
  // Whole microseconds: sums stay exact.
  const emptyAtUs = new Map<string, number>();

  const measure = (key: string, rate: Rate, units: number, isTaken: boolean): RateAnswer => {
    const nowUs = Math.round(clock.monotonicMs() * 1000);
    const stepUs = Math.round(1_000_000 / rate.perSec);
    const askedUs = stepUs * units;
    const fullUs = stepUs * rate.burst;
    const filledUs = Math.max(0, (emptyAtUs.get(key) ?? nowUs) - nowUs);
    const isAllowed = filledUs + askedUs <= fullUs;
    const nextUs = isAllowed && isTaken ? filledUs + askedUs : filledUs;
    if (isTaken) remember(key, nowUs + nextUs);
    return {
      isAllowed,
      limit: rate.burst,
      remaining: Math.floor((fullUs - nextUs) / stepUs),
      resetsAtSec: Math.ceil((clock.now().getTime() + nextUs / 1000) / 1000),
      retryAfterSec: isAllowed ? 0 : Math.ceil((filledUs + askedUs - fullUs) / 1_000_000),
    };
  };

  const remember = (key: string, atUs: number): void => {
    // A map keeps the order of insertion: the first key has been idle longest.
    emptyAtUs.delete(key);
    emptyAtUs.set(key, atUs);
    if (emptyAtUs.size <= maxKeys) return;
    for (const oldest of emptyAtUs.keys()) {
      emptyAtUs.delete(oldest);
      return;
    }
  };

  return {
    take: (key, rate, units = 1) => measure(key, rate, units, true),
    look: (key, rate) => measure(key, rate, 1, false),
  };
}
