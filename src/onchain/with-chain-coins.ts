import { msat, satToMsat } from '../base/amount.ts';
import type { NodeConnection } from '../lightning/node-wallet.ts';
import type { DepositStore } from './deposit-store.ts';

/**
 * A node whose balances include what its wallet holds on the chain, as the last look at the chain
 * found it, and channels that are about to open: bitcoin moves from the one to the other.
 */
export function withChainCoins(
  node: NodeConnection,
  deposits: Pick<DepositStore, 'readCoins'>,
): NodeConnection {
  const balances = async () => {
    const [held, coinsSat] = await Promise.all([node.balances(), deposits.readCoins()]);
    return { ...held, chainMsat: msat(satToMsat(coinsSat) + held.openingLocalMsat) };
  };
  return Object.create(node, { balances: { value: balances } });
}
