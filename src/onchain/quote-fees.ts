import type { Sat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import { NodeFault } from '../lightning/node-port.ts';
import { highestFeeSat, isTooDear } from './fee-bound.ts';
import { QUOTE_MS } from './limits.ts';
import type { Withdrawing } from './order-withdrawal.ts';
import { TARGET_BLOCKS, type WithdrawalSpeed } from './withdrawal.ts';

/** What a withdrawal would cost now. Nothing is reserved, and fee rates change. */
export type FeeQuote =
  | { readonly kind: 'costs'; readonly feeSat: Sat; readonly highestSat: Sat }
  /** The node cannot send this much now, or the fee rate is above the operator's maximum. */
  | { readonly kind: 'not_enough_on_chain' | 'fees_too_high' };

export interface QuotedPayment {
  readonly address: string;
  readonly amountSat: Sat;
}

/**
 * Asks the node for the fee at each speed, all at the same time. If an answer takes too long, the
 * node counts as away, because the page on which the payer waits must not hang.
 */
export async function quoteFees(
  deps: { readonly withdrawing: Withdrawing; readonly clock: Pick<Clock, 'sleep'> },
  payment: QuotedPayment,
  speeds: readonly WithdrawalSpeed[],
): Promise<readonly FeeQuote[]> {
  const enough = new AbortController();
  try {
    const quotes = await Promise.race([
      Promise.all(speeds.map((speed) => quote(deps.withdrawing, payment, speed))),
      deps.clock.sleep(QUOTE_MS, enough.signal).then(() => null),
    ]);
    if (quotes === null) throw new NodeFault('the node did not say in time what a payment costs');
    return quotes;
  } finally {
    enough.abort();
  }
}

async function quote(
  { spending, rules }: Withdrawing,
  payment: QuotedPayment,
  speed: WithdrawalSpeed,
): Promise<FeeQuote> {
  const targetBlocks = TARGET_BLOCKS[speed];
  const [satPerKw, feeSat] = await Promise.all([
    spending.feeRate(targetBlocks),
    spending.estimateFee({ ...payment, targetBlocks }),
  ]);
  if (isTooDear(satPerKw, rules.maxFeeRate)) return { kind: 'fees_too_high' };
  if (feeSat === null) return { kind: 'not_enough_on_chain' };
  return { kind: 'costs', feeSat, highestSat: highestFeeSat(feeSat) };
}
