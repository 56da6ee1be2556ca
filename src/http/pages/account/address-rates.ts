import type { Clock } from '../../../base/clock.ts';
import {
  ADDRESS_AUTHORIZATION_REQUESTS,
  ADDRESS_GUESSES,
  ADDRESS_GUESTS,
  ADDRESS_SIGN_UPS,
} from '../../../base/limits.ts';
import { callerNetwork } from '../../rates/caller-network.ts';
import { createRateLimiter, type RateAnswer } from '../../rates/rate-limiter.ts';

/** How often one address may try what can be guessed, or ask for what costs others something. */
export interface AddressRates {
  takeGuess(address: string): RateAnswer;
  takeSignUp(address: string): RateAnswer;
  /** Something is to be remembered for a browser that nobody has signed in with. */
  takeGuest(address: string): RateAnswer;
  /** An app sends someone with an authorization request. */
  takeAuthorizationRequest(address: string): RateAnswer;
}

/** In this process only; how often one account is tried is counted over all of them. */
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
