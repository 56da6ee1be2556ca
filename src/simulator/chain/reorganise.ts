import { accept, type Result, refuse } from '../../base/result.ts';
import { outpointText } from '../../lightning/bitcoin/transaction.ts';
import type { Network } from '../network.ts';
import { mineBlocks } from './advance-chain.ts';
import { blockHeight, leaveOutBlocks } from './blocks.ts';
import { replaceFromOutside } from './outside.ts';

export interface Reorganisation {
  /** The number of blocks that are removed. */
  readonly depth: number;
  /** The number of new blocks that replace the removed ones. */
  readonly newBlocks: number;
  /**
   * Transactions to replace: for each of them, the new blocks contain another transaction that
   * spends its first input.
   */
  readonly replaced: readonly string[];
}

/**
 * Replaces the newest blocks by others, and returns the new height. The new blocks contain only the
 * replacing transactions. The transactions of the old blocks wait for the next block.
 */
export function reorganise(
  network: Network,
  { depth, newBlocks, replaced }: Reorganisation,
): Result<number, string> {
  const stays = blockHeight(network) - depth;
  for (const txid of replaced) {
    const { transactions, spenders } = network.state.chain;
    const [input] = transactions.get(txid)?.content.inputs ?? [];
    if (input === undefined) return refuse(`there is no transaction ${txid}`);
    const spending = spenders.get(outpointText(input)) ?? [];
    const heights = spending.map(
      (one) => transactions.get(one)?.place?.height ?? Number.POSITIVE_INFINITY,
    );
    const height = heights.find((one) => one <= stays);
    if (height !== undefined) return refuse(`block ${height} stays, which spends the same`);
  }
  leaveOutBlocks(network, depth, unawareNodes(network, depth));
  const rivals = replaced.map((txid) => replaceFromOutside(network, txid));
  const only = rivals.flatMap((rival) => (rival.ok ? [rival.value] : []));
  mineBlocks(network, newBlocks, only);
  return accept(blockHeight(network));
}

/**
 * The nodes whose wallets miss the removal of the lowest block. LND's wallet misses it when an even
 * number of blocks is removed.
 */
function unawareNodes({ state, faults }: Network, depth: number): string[] {
  const names = [...state.nodes.keys()];
  return names.filter((node) => depth % 2 === 0 || faults.take('keeps_orphans', { node }) !== null);
}
