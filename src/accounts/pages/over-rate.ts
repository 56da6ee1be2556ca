import type { PageRequest } from '../../web/pages/page.ts';
import type { PageProblem } from '../../web/pages/page-problem.ts';
import type { AddressRates } from './address-rates.ts';
import { tooManyProblem } from './answer-refusal.ts';

/** Counts an attempt from this address. Returns a problem if there were too many. */
export function overRate(
  rates: AddressRates | null,
  { address }: PageRequest,
  kind: keyof typeof TAKE,
): PageProblem | null {
  if (rates === null) return null;
  const answer = TAKE[kind](rates, address);
  return answer.isAllowed ? null : tooManyProblem(answer.retryAfterSec);
}

const TAKE = {
  guess: (rates: AddressRates, address: string) => rates.takeGuess(address),
  sign_up: (rates: AddressRates, address: string) => rates.takeSignUp(address),
  authorizationRequest: (rates: AddressRates, address: string) =>
    rates.takeAuthorizationRequest(address),
};
