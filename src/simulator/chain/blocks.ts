import { blockTimeSec, clockHeight } from '../block-clock.ts';
import type { Network } from '../network.ts';
import type { NetworkState } from '../network-state.ts';
import type { BlockPlace, ChainTransaction } from './chain-state.ts';

/** One block every ten minutes since a fixed day, and those that were mined by order. */
export const blockHeight = (network: Network): number =>
  clockHeight(network.clock) + network.state.chain.extraBlocks;

export function blockTime(network: Network, height: number): number {
  const { chain } = network.state;
  return chain.blocks.get(height)?.timeSec ?? blockTimeSec(height - chain.extraBlocks);
}

/** How many blocks are on top of a place, its own included. */
export const depthOf = (network: Network, { height }: Pick<BlockPlace, 'height'>): number =>
  blockHeight(network) - height + 1;

/**
 * Puts into blocks what the blocks of the clock have taken by now. The clock makes empty blocks by
 * itself: an entry is written only for a block that takes something.
 */
export function mineDueBlocks(network: Network): void {
  for (;;) {
    const ready = minable(network.state, Number.POSITIVE_INFINITY);
    if (ready.length === 0) return;
    let height = Math.min(...ready.map(({ waitsSince }) => waitsSince)) + 1;
    for (const filled of network.state.chain.blocks.keys()) height = Math.max(height, filled + 1);
    if (height > blockHeight(network)) return;
    const txids = minable(network.state, height).map(({ txid }) => txid);
    network.commit({
      kind: 'block_mined',
      height,
      timeSec: blockTime(network, height),
      txids,
      isExtra: false,
    });
  }
}

/** Mines a block now, with all that waits or `only` some of it and what that spends. */
export function mineBlock(network: Network, only?: readonly string[]): void {
  mineDueBlocks(network);
  const wanted = withParents(network.state, only ?? []);
  network.commit({
    kind: 'block_mined',
    height: blockHeight(network) + 1,
    timeSec: Math.floor(network.clock.now().getTime() / 1000),
    txids: minable(network.state, Number.POSITIVE_INFINITY)
      .map(({ txid }) => txid)
      .filter((txid) => only === undefined || wanted.has(txid)),
    isExtra: true,
  });
}

/** The given transactions, and those in the mempool that they spend. */
function withParents({ chain }: NetworkState, txids: readonly string[]): Set<string> {
  const all = new Set<string>(txids);
  for (const txid of all) {
    const inputs = chain.transactions.get(txid)?.content.inputs ?? [];
    for (const input of inputs) if (chain.mempool.has(input.txid)) all.add(input.txid);
  }
  return all;
}

/**
 * What waits and can be mined below a height, parents first. The child of a transaction that was
 * spent otherwise is never mined.
 */
function minable({ chain }: NetworkState, height: number): ChainTransaction[] {
  const taken = new Map<string, ChainTransaction>();
  const isThere = (txid: string): boolean => {
    const parent = chain.transactions.get(txid);
    return parent === undefined || parent.place !== null || taken.has(txid);
  };
  for (let countBefore = -1; taken.size > countBefore; ) {
    countBefore = taken.size;
    for (const txid of chain.mempool) {
      const waiting = chain.transactions.get(txid);
      if (waiting === undefined || waiting.waitsSince >= height || taken.has(txid)) continue;
      if (waiting.content.inputs.every((input) => isThere(input.txid))) taken.set(txid, waiting);
    }
  }
  return [...taken.values()];
}

/** Leaves out the newest blocks; what was in them waits again. */
export function leaveOutBlocks(network: Network, count: number, unaware: readonly string[]): void {
  mineDueBlocks(network);
  network.commit({
    kind: 'blocks_left_out',
    fromHeight: blockHeight(network) - count + 1,
    count,
    unaware,
  });
}
