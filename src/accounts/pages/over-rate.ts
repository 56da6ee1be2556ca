import type { PageRequest } from '../../web/pages/page.ts';
import type { PageProblem } from '../../web/pages/page-problem.ts';
import { callerNetwork } from '../../web/rate-limits/caller-network.ts';
import type { AccountPorts } from './account-ports.ts';
import { tooManyProblem } from './answer-refusal.ts';

/**
 * Counts an attempt from the caller's IP address. Returns a problem to show if there were too many.
 */
export function overRate(
  rates: AccountPorts['addressRates'],
  { address }: PageRequest,
  kind: 'guess' | 'sign_up' | 'authorization_request',
): PageProblem | null {
  const answer = rates?.take(kind, callerNetwork(address)) ?? null;
  return answer === null || answer.isAllowed ? null : tooManyProblem(answer.retryAfterSec);
}
