import { msat, satToMsat, ZERO_MSAT } from '../../base/amount.ts';
import type { Config } from '../../config/config.ts';
import type { ChannelNode, NodeBalances, NodeConnection } from '../../lightning/node-wallet.ts';
import type { DepositStore } from '../../onchain/deposit-store.ts';

export interface CoinStores {
  readonly deposits: Pick<DepositStore, 'readCoins'>;
}

/**
 * Adds to the balances of a node the bitcoin that it holds on the chain, for the service and for
 * commands. If a new kind of money gets a field in `NodeBalances`, this code does not compile until
 * it counts that money.
 */
export function countCoins(
  node: ChannelNode,
  { onchain }: Pick<Config, 'onchain'>,
  { deposits }: CoinStores,
): NodeConnection {
  const balances = async (): Promise<NodeBalances> => {
    const held = await node.balances();
    if (onchain === null) return { ...held, chainMsat: ZERO_MSAT };
    const seen = await deposits.readCoins();
    // Bitcoin in transactions that open channels is counted here: it has left the wallet and is not
    // in a channel yet. If the last look at the chain was before it left, it is among the coins
    // still, and counts as such.
    const { openingLocalMsat } = held.openingLocalMsat < seen.openingLocalMsat ? held : seen;
    return { ...held, chainMsat: msat(satToMsat(seen.coinsSat) + openingLocalMsat) };
  };
  return {
    ...node,
    // The field is a getter, because spreading the node's object copies only its present value,
    // which would then never change.
    get connectionsOpened() {
      return node.connectionsOpened;
    },
    balances,
  };
}
