import { blockTimeSec, clockHeight } from '../block-clock.ts';
import type { Network } from '../network.ts';
import type { NetworkState } from '../network-state.ts';
import type { BlockPlace, ChainTransaction } from './chain-state.ts';

/**
 * The height of the chain: one block every ten minutes since a fixed day, and the blocks that were
 * mined by a call to the control interface.
 */
export const blockHeight = (network: Network): number =>
  clockHeight(network.clock) + network.state.chain.extraBlocks;

export function blockTime(network: Network, height: number): number {
  const { chain } = network.state;
  return chain.blocks.get(height)?.timeSec ?? blockTimeSec(height - chain.extraBlocks);
}

/** The number of confirmations of a transaction, by the block that contains it. */
export const depthOf = (network: Network, { height }: Pick<BlockPlace, 'height'>): number =>
  blockHeight(network) - height + 1;

/**
 * Mines the waiting transactions in the blocks that have come due by the clock. Empty blocks that
 * come by the clock need no entry in the journal, which stores only blocks with transactions.
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

/**
 * Mines a block now. The block contains all waiting transactions, or those in `only` and the
 * unconfirmed ones that they spend.
 */
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

/** The given transactions, and the unconfirmed transactions that they spend. */
function withParents({ chain }: NetworkState, txids: readonly string[]): Set<string> {
  const all = new Set<string>(txids);
  for (const txid of all) {
    const inputs = chain.transactions.get(txid)?.content.inputs ?? [];
    for (const input of inputs) if (chain.mempool.has(input.txid)) all.add(input.txid);
  }
  return all;
}

/**
 * The waiting transactions that arrived below a height and can be mined at that height, parents
 * before children. A transaction is never mined if another one was mined in place of its parent.
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

/** Removes the newest blocks from the chain. Their transactions wait again. */
export function leaveOutBlocks(network: Network, count: number, unaware: readonly string[]): void {
  mineDueBlocks(network);
  network.commit({
    kind: 'blocks_left_out',
    fromHeight: blockHeight(network) - count + 1,
    count,
    unaware,
  });
}
