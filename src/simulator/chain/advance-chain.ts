import { blockTimeSec, clockHeight } from '../block-clock.ts';
import { type Network, nowMs } from '../network.ts';
import { mineBlock, mineDueBlocks } from './blocks.ts';
import { advanceChannels } from './channels.ts';

/**
 * Applies the blocks that have come due by the clock since the last call. This costs little when
 * there are none.
 */
export function advanceChain(network: Network): void {
  mineDueBlocks(network);
  advanceChannels(network);
}

/**
 * Applies each block when it comes due by the clock, so that subscribers see it even if no one
 * makes a call.
 */
export function followClock(network: Network): void {
  const nextMs = blockTimeSec(clockHeight(network.clock) + 1) * 1000;
  network.after(Math.max(nextMs - nowMs(network), 1), () => {
    advanceChain(network);
    network.watchers.tellBlock();
    followClock(network);
  });
}

/** Mines blocks at once. They contain all waiting transactions, or those in `only`. */
export function mineBlocks(network: Network, count: number, only?: readonly string[]): void {
  for (let n = 0; n < count; n += 1) {
    mineBlock(network, only);
    advanceChannels(network);
  }
}
