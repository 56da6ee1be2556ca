import { MAX_KNOWN_RECEIVERS } from '../base/limits.ts';
import type { DeliveryResult } from './delivery-result.ts';

/**
 * Tells receivers that are down from a network of ours that is down: when several that have
 * answered before were tried, and nobody answered anything since, it is most likely us. Those that
 * never did are most likely not there: they say nothing of our network, however many they are.
 */
export interface OutageWatch {
  /**
   * Notes the result; answers whether it is our own fault, most likely. Before it, so many attempts
   * had failed in a row there: who is known to be down says nothing of our network.
   */
  judge(origin: string, result: DeliveryResult, failuresBefore: number): boolean;
}

/** One or two may well be down together, on one machine. */
const MIN_ORIGINS = 3;
const FAILURES_TO_BE_DOWN = 3;

/** Knows that something was delivered to these addresses, the last one first. */
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

/** Those that were known first are forgotten first. */
function remember(known: Set<string>, origin: string): void {
  known.add(origin);
  const [oldest] = known;
  if (known.size > MAX_KNOWN_RECEIVERS && oldest !== undefined) known.delete(oldest);
}

/** An address that we may not reach, or an answer that makes no sense, is the receiver's matter. */
const couldBeUs = (result: DeliveryResult): boolean =>
  result.kind === 'failed' && ['timeout', 'connection', 'dns'].includes(result.errorClass);
