import type { Clock } from '../../base/clock.ts';
import { callerNetwork } from '../../web/rates/caller-network.ts';
import { createRateLimiter, type Rate, type RateAnswer } from '../../web/rates/rate-limiter.ts';
import {
  ADDRESS_AUTHORIZATION_REQUESTS,
  ADDRESS_GUESSES,
  ADDRESS_GUESTS,
  ADDRESS_SIGN_UPS,
} from '../limits.ts';

/** How often one address may guess secrets, or ask for something that costs others. */
export interface AddressRates {
  takeGuess(address: string): RateAnswer;
  takeSignUp(address: string): RateAnswer;
  /** Something is to be stored for a browser in which no one has signed in. */
  takeGuest(address: string): RateAnswer;
  /** An app sends someone with an authorization request. */
  takeAuthorizationRequest(address: string): RateAnswer;
}

/** Counted in this process only. Attempts on one account are counted across all processes. */
export function createAddressRates(clock: Clock): AddressRates {
  const limiter = createRateLimiter(clock);
  const take = (what: string, address: string, rate: Rate): RateAnswer =>
    limiter.takeOf(what, callerNetwork(address), rate);
  return {
    takeGuess: (address) => take('guess', address, ADDRESS_GUESSES),
    takeSignUp: (address) => take('sign-up', address, ADDRESS_SIGN_UPS),
    takeGuest: (address) => take('guest', address, ADDRESS_GUESTS),
    takeAuthorizationRequest: (address) =>
      take('authorization request', address, ADDRESS_AUTHORIZATION_REQUESTS),
  };
}
