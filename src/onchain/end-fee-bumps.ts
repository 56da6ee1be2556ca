/**
 * Ends fee bumps, which are transactions that raise the fee of a withdrawal: when a block contains
 * them, or contains a transaction that spends the same coin.
 */

import type { Clock } from '../base/clock.ts';
import { type BlockPlace, confirmationsOf } from './deposit.ts';
import { FINAL_DEPTH, type WithdrawalLook } from './end-withdrawals.ts';
import type { FeeBumpStore, OpenFeeBump } from './fee-bump.ts';
import type { Withdrawal } from './withdrawal.ts';

export interface EndFeeBumpsDeps {
  readonly feeBumps: Pick<FeeBumpStore, 'end'>;
  readonly clock: Clock;
}

export interface FeeBumpLook extends Omit<WithdrawalLook, 'firstHeight'> {
  readonly bumps: readonly OpenFeeBump[];
}

export type EndFeeBumpsOutcome =
  | 'done'
  /** No block will have one of them, so the coin that it would have spent can belong to another. */
  | 'coin_freed'
  /** Another process has taken over the lease for the chain. */
  | 'fenced';

/** Ends the fee bumps that the chain has decided. */
export async function endFeeBumps(
  { feeBumps, clock }: EndFeeBumpsDeps,
  { withdrawals, bumps, found, tipHeight, hashes, fence }: FeeBumpLook,
): Promise<EndFeeBumpsOutcome> {
  let answer: EndFeeBumpsOutcome = 'done';
  let needed: ReadonlySet<string> | null = null;
  const isFinal = (block: BlockPlace | undefined): boolean =>
    block !== undefined && confirmationsOf({ block }, tipHeight) >= FINAL_DEPTH;
  for (const { id, txid, isDead } of bumps) {
    const isPaid = isFinal(found.blocks.get(txid));
    if (!isPaid && !isDead && !isFinal(found.rivals.get(id)?.block)) continue;
    if (!isPaid) needed ??= neededBy(await listWithoutBlock(withdrawals, hashes), bumps);
    if (!isPaid && needed?.has(txid)) continue;
    const outcome = await feeBumps.end(id, { isPaid, fence, at: clock.now() });
    if (outcome === 'fenced') return 'fenced';
    if (!isPaid) answer = 'coin_freed';
  }
  return answer;
}

/** Lists withdrawals without a block, also those whose block has just left the chain. */
async function listWithoutBlock(
  withdrawals: readonly Withdrawal[],
  hashes: FeeBumpLook['hashes'],
): Promise<readonly Withdrawal[]> {
  const waiting: Withdrawal[] = [];
  for (const withdrawal of withdrawals) {
    const { block } = withdrawal;
    if (block === null || (await hashes(block.height)) !== block.hash) waiting.push(withdrawal);
  }
  return waiting;
}

/**
 * Finds transactions whose outputs withdrawals without a block spend, also over fee bumps. Such a
 * fee bump stays open even if no block will ever have it, because later looks at the chain find out
 * by it that no block will have the withdrawal either.
 */
function neededBy(
  waiting: readonly Withdrawal[],
  bumps: readonly OpenFeeBump[],
): ReadonlySet<string> {
  const inputs = waiting.flatMap(({ transaction }) => transaction?.inputs ?? []);
  const needed = new Set(inputs.map(({ txid }) => txid));
  for (const { txid, coin } of bumps.toReversed()) if (needed.has(txid)) needed.add(coin.txid);
  return needed;
}
