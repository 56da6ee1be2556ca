/** The chain ends what raises fees: by a block that has it, or by one that has spent its coin. */

import type { Clock } from '../base/clock.ts';
import { type BlockPlace, confirmationsOf } from './deposit.ts';
import type { FeeBumpStore, OpenFeeBump } from './fee-bump.ts';
import type { FoundWithdrawals } from './find-withdrawals.ts';

export interface EndFeeBumpsDeps {
  readonly feeBumps: Pick<FeeBumpStore, 'end'>;
  readonly clock: Clock;
}

export interface FeeBumpLook {
  readonly bumps: readonly OpenFeeBump[];
  readonly found: FoundWithdrawals;
  readonly tipHeight: number;
  readonly fence: bigint;
}

/** From this depth on, no reorganisation is expected, so what was booked stays as it is. */
const FINAL_DEPTH = 6;

/** False when another process leads now. */
export async function endFeeBumps(
  { feeBumps, clock }: EndFeeBumpsDeps,
  { bumps, found, tipHeight, fence }: FeeBumpLook,
): Promise<boolean> {
  const isFinal = (block: BlockPlace | undefined): boolean =>
    block !== undefined && confirmationsOf({ block }, tipHeight) >= FINAL_DEPTH;
  for (const { id, txid, isDead } of bumps) {
    const isPaid = isFinal(found.blocks.get(txid));
    if (!isPaid && !isDead && !isFinal(found.rivals.get(id)?.block)) continue;
    const outcome = await feeBumps.end(id, { isPaid, fence, at: clock.now() });
    if (outcome === 'fenced') return false;
  }
  return true;
}
