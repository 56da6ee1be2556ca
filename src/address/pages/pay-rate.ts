import { type PageRequest, refusePage } from '../../web/pages/page.ts';
import { TOO_OFTEN_PROBLEM } from '../../web/pages/page-problem.ts';
import { callerNetwork } from '../../web/rate-limits/caller-network.ts';
import type { AddressPageDeps } from './address-page-deps.ts';

/**
 * Counts a request from this network and returns 0 if it may go on; otherwise returns how many
 * seconds the network has to wait.
 */
export function payerWaitSec(
  { payerRates }: Pick<AddressPageDeps, 'payerRates'>,
  { address }: PageRequest,
  cost: 'look_up' | 'callback',
): number {
  return payerRates?.take(cost, callerNetwork(address)).retryAfterSec ?? 0;
}

export const tooOftenPage = (retryAfterSec: number) =>
  refusePage({ ...TOO_OFTEN_PROBLEM, retryAfterSec });
