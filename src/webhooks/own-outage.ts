import type { DeliveryResult } from './delivery-result.ts';
import { MAX_KNOWN_RECEIVERS } from './limits.ts';

/**
 * Distinguishes receivers that are down from an outage of our own network: if several that have
 * answered before were tried and none has answered since, the outage is most likely ours. Receivers
 * that have never answered most likely do not exist: however many, they say nothing about our
 * network.
 */
export interface OutageWatch {
  /**
   * Notes the result of an attempt; returns whether a failure is most likely our own fault.
   * `failuresBefore` is the number of failures in a row at that receiver: if it is known to be
   * down, its failures say nothing about our network.
   */
  judge(origin: string, result: DeliveryResult, failuresBefore: number): boolean;
}

/**
 * The least number of receivers that must fail before our own network is suspected: one or two may
 * well be down together, on the same machine.
 */
const MIN_ORIGINS = 3;
const FAILURES_TO_BE_DOWN = 3;

/**
 * Creates the watch for outages of our own network. `answeredUrls` are URLs to which something was
 * delivered, the most recent first.
 */
export function createOutageWatch(answeredUrls: readonly string[] = []): OutageWatch {
  const silent = new Set<string>();
  const known = new Set(answeredUrls.toReversed().map((url) => URL.parse(url)?.origin ?? url));
  return {
    judge: (origin, result, failuresBefore) => {
      if (result.kind === 'answered') {
        silent.clear();
        if (!known.has(origin)) remember(known, origin);
      }
      if (!couldBeUs(result)) return false;
      const isDown = failuresBefore >= FAILURES_TO_BE_DOWN;
      if (known.has(origin) && !isDown && silent.size < MIN_ORIGINS) silent.add(origin);
      return silent.size >= MIN_ORIGINS;
    },
  };
}

/** Remembers a receiver. The one known longest is forgotten to make room. */
function remember(known: Set<string>, origin: string): void {
  known.add(origin);
  const [oldest] = known;
  if (known.size > MAX_KNOWN_RECEIVERS && oldest !== undefined) known.delete(oldest);
}

/**
 * Whether our network could have caused a failure: a forbidden address or an invalid answer is the
 * receiver's fault.
 */
const couldBeUs = (result: DeliveryResult): boolean =>
  result.kind === 'failed' && ['timeout', 'connection', 'dns'].includes(result.errorClass);
