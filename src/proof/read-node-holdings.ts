import type { LightningNode } from '../lightning/node-port.ts';
import { type NodeWallet, ownedMsat } from '../lightning/node-wallet.ts';

export interface NodeSaidDeps {
  readonly lightning: Pick<LightningNode, 'channels'> & Pick<NodeWallet, 'balances'>;
}

/**
 * What operators may publish about their node beside the proof: sums, and nothing about single
 * channels.
 */
export interface NodeHoldings {
  /** The sum that the node holds, rounded down so that it does not show single payments. */
  readonly holdsSat: bigint;
  /** The capacity of all announced channels, which anyone can look up. */
  readonly announcedSat: bigint;
}

/** Reads what the node holds and the capacity of its channels; null while it does not answer. */
export async function readNodeHoldings({ lightning }: NodeSaidDeps): Promise<NodeHoldings | null> {
  try {
    const [balances, channels] = await Promise.all([lightning.balances(), lightning.channels()]);
    const announced = channels.filter(({ isAnnounced }) => isAnnounced);
    return {
      holdsSat: roundDown(ownedMsat(balances) / 1000n),
      announcedSat: announced.reduce((sum, { capacitySat }) => sum + capacitySat, 0n),
    };
  } catch {
    return null;
  }
}

const KEPT_DIGITS = 3;

/** Rounds down to the leading digits: the result is at most one percent less. */
export function roundDown(amount: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, String(amount).length - KEPT_DIGITS));
  return (amount / unit) * unit;
}
