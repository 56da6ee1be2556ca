import type { PageRequest } from '../kit/page.ts';
import type { PageProblem } from '../kit/page-problem.ts';
import type { AddressRates } from './address-rates.ts';
import { tooManyProblem } from './refusal-texts.ts';

/** Counts an attempt of this address; the problem where there were too many. */
export function overRate(
  rates: AddressRates | null,
  { address }: PageRequest,
  kind: 'guess' | 'sign_up',
): PageProblem | null {
  if (rates === null) return null;
  const answer = kind === 'guess' ? rates.takeGuess(address) : rates.takeSignUp(address);
  return answer.isAllowed ? null : tooManyProblem(answer.retryAfterSec);
}
