/**
 * Keeps the coins of withdrawals leased in the node's wallet until a block has their transaction,
 * and releases them afterwards. Leases that other programs have made are not touched.
 */

import { DAY_MS, HOUR_MS } from '../base/durations.ts';
import { outpointText } from '../lightning/bitcoin/transaction.ts';
import type { Withdrawal } from './withdrawal.ts';
import type { SendDeps } from './withdrawal-deps.ts';
import { lockIdOf } from './withdrawal-label.ts';

/** The age at which a lease is renewed. Without that it would end after a day. */
const RENEW_AFTER_MS = 6 * HOUR_MS;
/**
 * The time for which coins of a failed withdrawal may still be leased. A lease that was renewed
 * just before the failure has ended by itself after that.
 */
const FAILED_WITHIN_MS = 2 * DAY_MS;

export interface LeaseKeeping {
  /**
   * Withdrawals that have not ended, and those that a reorganisation has removed from the chain.
   */
  readonly open: readonly Withdrawal[];
  /**
   * Withdrawals that need no coins any more, to which some may still be leased: those that settled
   * in recent blocks, and those that were replaced after that.
   */
  readonly ended: readonly Withdrawal[];
  /**
   * When each coin was last leased, on the monotonic clock. The map is kept from one round to the
   * next.
   */
  readonly leasedAtMs: Map<string, number>;
}

export async function keepLeases(
  { chainSpending, withdrawals, clock }: Pick<SendDeps, 'chainSpending' | 'withdrawals' | 'clock'>,
  { open, ended, leasedAtMs }: LeaseKeeping,
): Promise<void> {
  const since = new Date(clock.now().getTime() - FAILED_WITHIN_MS);
  const failed = await withdrawals.listFailed(since);
  const owners = new Map([...failed, ...ended, ...open].map((one) => [lockIdOf(one.id), one]));
  const endedIds = new Set(ended.map(({ id }) => id));
  const leased = new Set<string>();
  for (const lease of await chainSpending.listLeases()) {
    const owner = owners.get(lease.lockId);
    const coin = outpointText(lease);
    if (owner === undefined) continue;
    if (!endedIds.has(owner.id) && isNeeded(owner, coin)) leased.add(coin);
    else await chainSpending.release(lease.lockId, lease);
  }
  const nowMs = clock.monotonicMs();
  for (const { id, transaction, state } of open) {
    for (const input of state === 'failed' ? [] : (transaction?.inputs ?? [])) {
      const coin = outpointText(input);
      const isYoung = nowMs - (leasedAtMs.get(coin) ?? Number.NEGATIVE_INFINITY) < RENEW_AFTER_MS;
      if (leased.has(coin) && isYoung) continue;
      // The node refuses when a block has the transaction that spends the coin, or when the coin is
      // leased to someone else.
      await chainSpending.lease(lockIdOf(id), input);
      leasedAtMs.set(coin, nowMs);
    }
  }
}

/**
 * Whether a withdrawal still needs a leased coin. A withdrawal that may have been sent before the
 * database was restored to an earlier state keeps all its coins.
 */
function isNeeded({ state, transaction }: Withdrawal, coin: string): boolean {
  if (state === 'reserved' || state === 'failed') return false;
  return transaction === null || transaction.inputs.some((input) => outpointText(input) === coin);
}
