import type { Outpoint } from '../../lightning/bitcoin/transaction.ts';
import type { NetworkState } from '../network-state.ts';
import type { ChainTransaction, ChainWallet } from './chain-state.ts';

/** Whether a transaction pays to a wallet or spends from it. */
export function concerns(
  state: NetworkState,
  wallet: ChainWallet,
  { content }: ChainTransaction,
): boolean {
  return (
    content.outputs.some(({ script }) => wallet.addresses.has(script)) ||
    content.inputs.some((input) => ownedValueSat(state, wallet, input) !== null)
  );
}

/** The value of an output; null when it does not belong to the wallet. */
export function ownedValueSat(
  { chain }: NetworkState,
  wallet: ChainWallet,
  { txid, index }: Outpoint,
): bigint | null {
  const output = chain.transactions.get(txid)?.content.outputs[index];
  return output !== undefined && wallet.addresses.has(output.script) ? output.valueSat : null;
}
