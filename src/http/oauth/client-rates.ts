import type { Clock } from '../../base/clock.ts';
import { callerNetwork } from '../caller-network.ts';
import type { RateLimitConfig } from '../http-config.ts';
import { createRateLimiter, type Rate, type RateAnswer } from '../rate-limiter.ts';

/** How often apps may call as themselves, and fail. */
export interface ClientRates {
  take(address: string): RateAnswer;
  /** Whether this app may still fail from there; asked before anything is looked up. */
  look(clientId: string, address: string): RateAnswer;
  /** Its credentials, its code or its refresh token were not accepted. */
  countFailure(clientId: string, address: string): void;
}

/**
 * Failures are counted by app and address, so that whoever guesses at one app's secret or codes
 * shuts out neither that app elsewhere nor other apps beside him.
 */
export function createClientRates(clock: Clock, config: RateLimitConfig): ClientRates {
  const limiter = createRateLimiter(clock);
  const rate: Rate = { perSec: config.requestsPerSec, burst: config.requestsPerSec };
  const keyOf = (clientId: string, address: string): string =>
    `${callerNetwork(address)} ${clientId}`;
  return {
    take: (address) => limiter.take(callerNetwork(address), rate),
    look: (clientId, address) => limiter.look(keyOf(clientId, address), rate),
    countFailure: (clientId, address) => {
      limiter.take(keyOf(clientId, address), rate);
    },
  };
}
