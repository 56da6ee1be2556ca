import { assert } from '../../base/assert.ts';
import type { Clock } from '../../base/clock.ts';
import { networkSizes } from '../../base/network-sizes.ts';
import { MAX_RATE_KEYS } from '../limits.ts';

/** A steady rate of calls, and how many may come in a burst. */
export interface Rate {
  readonly perSec: number;
  readonly burst: number;
  /**
   * The highest rate of calls from a large network. Without this field, the rate of a network grows
   * with its size, to a multiple of `perSec`.
   */
  readonly mostPerSec?: number;
}

export interface RateAnswer {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the full burst is available again, in whole seconds of Unix time. */
  readonly resetsAtSec: number;
  /** Whole seconds until the next call is allowed; 0 if the counted call was allowed. */
  readonly retryAfterSec: number;
}

export interface RateLimiter {
  /** Counts `times` calls, or none of them if they exceed the rate. */
  take(key: string, rate: Rate, times?: number): RateAnswer;
  /** Answers like `take`, but counts nothing. */
  look(key: string, rate: Rate, times?: number): RateAnswer;
  /**
   * Counts calls of a network, and of each larger network around it (such as its /48 around its
   * /64), whose rates are higher. When one of them has reached its limit, nothing is counted and
   * the answer is about that one; otherwise the answer is about the narrowest.
   */
  takeOf(what: string, network: string, rate: Rate, times?: number): RateAnswer;
  lookOf(what: string, network: string, rate: Rate): RateAnswer;
}

/**
 * Creates a leaky bucket for each key, kept as one number: the time at which it will be empty (the
 * "theoretical arrival time" of GCRA, ITU-T I.371). Processes share no buckets, so each of several
 * processes allows the full rate.
 */
export function createRateLimiter(clock: Clock, maxKeys = MAX_RATE_KEYS): RateLimiter {
  // Times are whole microseconds, so that sums stay exact.
  const emptyAtUs = new Map<string, number>();

  /**
   * Tells how full a bucket is and whether it has room for `times` more calls. The calls are added
   * only with `isTaken`.
   */
  const measure = (key: string, rate: Rate, times: number, isTaken: boolean): RateAnswer => {
    const nowUs = Math.round(clock.monotonicMs() * 1000);
    const stepUs = Math.round(1_000_000 / rate.perSec);
    const fullUs = stepUs * rate.burst;
    // Calls that are more than the bucket can hold are allowed when it is empty, and overfill it,
    // so that the next call waits longer.
    const askedUs = Math.min(stepUs * times, fullUs);
    const filledUs = Math.max(0, (emptyAtUs.get(key) ?? nowUs) - nowUs);
    const isAllowed = filledUs + askedUs <= fullUs;
    const nextUs = isAllowed && isTaken ? filledUs + stepUs * times : filledUs;
    if (isTaken) remember(key, nowUs + nextUs);
    return {
      isAllowed,
      limit: rate.burst,
      remaining: Math.max(0, Math.floor((fullUs - nextUs) / stepUs)),
      resetsAtSec: Math.ceil((clock.now().getTime() + nextUs / 1000) / 1000),
      retryAfterSec: isAllowed ? 0 : Math.ceil((filledUs + askedUs - fullUs) / 1_000_000),
    };
  };

  const remember = (key: string, atUs: number): void => {
    // A map keeps the order of insertion, so the first key is the one idle longest.
    emptyAtUs.delete(key);
    emptyAtUs.set(key, atUs);
    if (emptyAtUs.size <= maxKeys) return;
    for (const oldest of emptyAtUs.keys()) {
      emptyAtUs.delete(oldest);
      return;
    }
  };

  return {
    take: (key, rate, times = 1) => measure(key, rate, times, true),
    look: (key, rate, times = 1) => measure(key, rate, times, false),
    takeOf: (what, network, rate, times = 1) => {
      const buckets = bucketsOf(what, network, rate);
      const full = buckets.find((one) => !measure(one.key, one.rate, times, false).isAllowed);
      // Where a limit is reached, nothing is counted, but its bucket is kept as recently used.
      const [answer] = (full === undefined ? buckets : [full]).map((one) =>
        measure(one.key, one.rate, times, true),
      );
      assert(answer !== undefined, 'a network has a size');
      return answer;
    },
    lookOf: (what, network, rate) => {
      const answers = bucketsOf(what, network, rate).map((one) =>
        measure(one.key, one.rate, 1, false),
      );
      const answer = answers.find(({ isAllowed }) => !isAllowed) ?? answers[0];
      assert(answer !== undefined, 'a network has a size');
      return answer;
    },
  };
}

function bucketsOf(what: string, network: string, { perSec, burst, mostPerSec }: Rate) {
  return networkSizes(network).map(({ key, factor }) => {
    const times = Math.min(factor, (mostPerSec ?? perSec * factor) / perSec);
    return { key: `${what} ${key}`, rate: { perSec: perSec * times, burst: burst * times } };
  });
}
