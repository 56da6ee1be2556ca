import type { Clock } from '../../../base/clock.ts';
import {
  ADDRESS_AUTHORIZATION_REQUESTS,
  ADDRESS_GUESSES,
  ADDRESS_GUESTS,
  ADDRESS_SIGN_UPS,
} from '../../../base/limits.ts';
import { callerNetwork } from '../../rates/caller-network.ts';
import { createRateLimiter, type RateAnswer } from '../../rates/rate-limiter.ts';

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
  return {
    takeGuess: (address) => limiter.take(`guess ${callerNetwork(address)}`, ADDRESS_GUESSES),
    takeSignUp: (address) => limiter.take(`sign-up ${callerNetwork(address)}`, ADDRESS_SIGN_UPS),
    takeGuest: (address) => limiter.take(`guest ${callerNetwork(address)}`, ADDRESS_GUESTS),
    takeAuthorizationRequest: (address) =>
      limiter.take(
        `authorization request ${callerNetwork(address)}`,
        ADDRESS_AUTHORIZATION_REQUESTS,
      ),
  };
}
