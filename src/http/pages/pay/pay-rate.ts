import { callerNetwork } from '../../rates/caller-network.ts';
import { type PageRequest, refusePage } from '../kit/page.ts';
import { TOO_OFTEN_PROBLEM } from '../kit/page-problem.ts';
import type { PageDeps } from '../page-deps.ts';

/** Whole seconds to wait before this network may ask again; 0 if it may now, which is counted. */
export function payerWaitSec(
  { payerRates }: Pick<PageDeps, 'payerRates'>,
  { address }: PageRequest,
  cost: 'look_up' | 'callback',
): number {
  return payerRates?.take(cost, callerNetwork(address)).retryAfterSec ?? 0;
}

export const tooOftenPage = (retryAfterSec: number) =>
  refusePage({ ...TOO_OFTEN_PROBLEM, retryAfterSec });
