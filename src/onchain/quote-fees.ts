import type { Sat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import { NodeFault } from '../lightning/node-port.ts';
import { highestFeeSat, isTooDear } from './fee-bound.ts';
import { QUOTE_MS } from './limits.ts';
import type { Withdrawing } from './order-withdrawal.ts';
import { TARGET_BLOCKS, type WithdrawalSpeed } from './withdrawal.ts';

/** What sending bitcoin would cost now; nothing is reserved, and rates change. */
export type FeeQuote =
  | { readonly kind: 'costs'; readonly feeSat: Sat; readonly highestSat: Sat }
  /** The node cannot send that much now, or the operator finds blocks too dear. */
  | { readonly kind: 'not_enough_on_chain' | 'fees_too_high' };

export interface QuotedPayment {
  readonly address: string;
  readonly amountSat: Sat;
}

/**
 * Asks the node once for each speed, all at the same time. What does not answer soon is away: the
 * page of a payer does not wait for it.
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
