import { type PageRequest, refusePage } from '../../web/pages/page.ts';
import { TOO_OFTEN_PROBLEM } from '../../web/pages/page-problem.ts';
import { callerNetwork } from '../../web/rate-limits/caller-network.ts';
import type { AddressPageDeps } from './address-page-deps.ts';

/**
 * Seconds to wait before this network may ask again. 0 means that it may ask now, and that the call
 * was counted.
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
