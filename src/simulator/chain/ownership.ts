import type { Outpoint } from '../../lightning/bitcoin/transaction.ts';
import type { NetworkState } from '../network-state.ts';
import type { ChainTransaction, ChainWallet } from './chain-state.ts';

/** Whether a wallet takes part in a transaction. */
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

/** Null when the output is not the wallet's. */
export function ownedValueSat(
  { chain }: NetworkState,
  wallet: ChainWallet,
  { txid, index }: Outpoint,
): bigint | null {
  const output = chain.transactions.get(txid)?.content.outputs[index];
  return output !== undefined && wallet.addresses.has(output.script) ? output.valueSat : null;
}
