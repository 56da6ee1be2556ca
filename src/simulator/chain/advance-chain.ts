import { blockTimeSec, clockHeight } from '../block-clock.ts';
import { type Network, nowMs } from '../network.ts';
import { mineBlock, mineDueBlocks } from './blocks.ts';
import { advanceChannels } from './channels.ts';

/** Takes up what the clock has done since; cheap when that is nothing. */
export function advanceChain(network: Network): void {
  mineDueBlocks(network);
  advanceChannels(network);
}

/** Blocks of the clock come to those who wait for them, even when no call asks. */
export function followClock(network: Network): void {
  const nextMs = blockTimeSec(clockHeight(network.clock) + 1) * 1000;
  network.after(Math.max(nextMs - nowMs(network), 1), () => {
    advanceChain(network);
    network.watchers.tellBlock();
    followClock(network);
  });
}

/** Mines blocks at once, with all that waits or `only` some of it. */
export function mineBlocks(network: Network, count: number, only?: readonly string[]): void {
  for (let n = 0; n < count; n += 1) {
    mineBlock(network, only);
    advanceChannels(network);
  }
}
