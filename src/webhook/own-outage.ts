import type { DeliveryResult } from './delivery-result.ts';

/**
 * Tells receivers that are down from a network of ours that is down: when several were tried and
 * none of them answered anything since, it is most likely us.
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

export function createOutageWatch(): OutageWatch {
  const silent = new Set<string>();
  return {
    judge: (origin, result, failuresBefore) => {
      if (result.kind === 'answered') silent.clear();
      if (!couldBeUs(result)) return false;
      const isDown = failuresBefore >= FAILURES_TO_BE_DOWN;
      if (!isDown && silent.size < MIN_ORIGINS) silent.add(origin);
      return silent.size >= MIN_ORIGINS;
    },
  };
}

/** An address that we may not reach, or an answer that makes no sense, is the receiver's matter. */
const couldBeUs = (result: DeliveryResult): boolean =>
  result.kind === 'failed' && ['timeout', 'connection', 'dns'].includes(result.errorClass);
