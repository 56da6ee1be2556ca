import { msat, satToMsat, ZERO_MSAT } from '../../base/amount.ts';
import type { Config } from '../../config/config.ts';
import type { ChannelNode, NodeBalances, NodeConnection } from '../../lightning/node-wallet.ts';
import type { DepositStore } from '../../onchain/deposit-store.ts';

export interface CoinStores {
  readonly deposits: Pick<DepositStore, 'readCoins'>;
}

/**
 * Lets the balances of a node count what it holds on every rail of money, for the service and for
 * commands. A rail with a field in NodeBalances that is not counted here does not compile.
 */
export function countCoins(
  node: ChannelNode,
  { onchain }: Pick<Config, 'onchain'>,
  { deposits }: CoinStores,
): NodeConnection {
  const balances = async (): Promise<NodeBalances> => {
    const held = await node.balances();
    if (onchain === null) return { ...held, chainMsat: ZERO_MSAT };
    // Bitcoin moves from the chain into channels that are about to open, so it is counted there
    // too.
    const coinsMsat = satToMsat(await deposits.readCoins());
    return { ...held, chainMsat: msat(coinsMsat + held.openingLocalMsat) };
  };
  return {
    ...node,
    // Spreading the node's object would copy the present value of this number, which then would not
    // change any more.
    get connectionsOpened() {
      return node.connectionsOpened;
    },
    balances,
  };
}
