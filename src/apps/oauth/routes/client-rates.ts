import type { Clock } from '../../../base/clock.ts';
import { callerNetwork } from '../../../web/rate-limits/caller-network.ts';
import type { RateLimitConfig } from '../../../web/rate-limits/rate-limit-config.ts';
import {
  createRateLimiter,
  type Rate,
  type RateAnswer,
} from '../../../web/rate-limits/rate-limiter.ts';

/** Limits how often apps may call with their own credentials, and how often such calls may fail. */
export interface ClientRates {
  take(address: string): RateAnswer;
  /**
   * Tells whether this app may call from this IP address, or has failed too often from there. To be
   * asked before anything is looked up.
   */
  look(clientId: string, address: string): RateAnswer;
  /** Counts a failed call: wrong credentials of the app, or a wrong code or refresh token. */
  countFailure(clientId: string, address: string): void;
}

/** The share of the allowed calls that may fail in the long run: one in ten. */
const FAILING_PART = 10;

/**
 * Creates the limits. Failures are counted by app and IP address. So someone who guesses secrets or
 * codes of one app locks out neither that app at other addresses nor other apps at their own.
 */
export function createClientRates(clock: Clock, config: RateLimitConfig): ClientRates {
  const limiter = createRateLimiter(clock);
  const burst = config.requestsPerSec;
  const calls: Rate = { perSec: burst, burst };
  const failures: Rate = { perSec: burst / FAILING_PART, burst };
  const failuresOf = (clientId: string): string => `failures ${clientId}`;
  return {
    take: (address) => limiter.takeOf('calls', callerNetwork(address), calls),
    look: (clientId, address) =>
      limiter.lookOf(failuresOf(clientId), callerNetwork(address), failures),
    countFailure: (clientId, address) => {
      limiter.takeOf(failuresOf(clientId), callerNetwork(address), failures);
    },
  };
}
