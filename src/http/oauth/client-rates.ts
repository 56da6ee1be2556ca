import type { Clock } from '../../base/clock.ts';
import type { RateLimitConfig } from '../http-config.ts';
import { callerNetwork } from '../rates/caller-network.ts';
import { createRateLimiter, type Rate, type RateAnswer } from '../rates/rate-limiter.ts';

/** How often apps may call as themselves, and fail. */
export interface ClientRates {
  take(address: string): RateAnswer;
  /** Whether this app may still fail from there; asked before anything is looked up. */
  look(clientId: string, address: string): RateAnswer;
  /** Its credentials, its code or its refresh token were not accepted. */
  countFailure(clientId: string, address: string): void;
}

/** One in so many of the allowed calls may fail, for longer than a moment. */
const FAILING_PART = 10;

/**
 * Failures are counted by app and address, so that whoever guesses at one app's secret or codes
 * shuts out neither that app elsewhere nor other apps beside him.
 */
export function createClientRates(clock: Clock, config: RateLimitConfig): ClientRates {
  const limiter = createRateLimiter(clock);
  const burst = config.requestsPerSec;
  const calls: Rate = { perSec: burst, burst };
  const failures: Rate = { perSec: burst / FAILING_PART, burst };
  const keyOf = (clientId: string, address: string): string =>
    `${callerNetwork(address)} ${clientId}`;
  return {
    take: (address) => limiter.take(callerNetwork(address), calls),
    look: (clientId, address) => limiter.look(keyOf(clientId, address), failures),
    countFailure: (clientId, address) => {
      limiter.take(keyOf(clientId, address), failures);
    },
  };
}
