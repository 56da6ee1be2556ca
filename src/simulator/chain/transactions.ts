import { outpointText } from '../../lightning/bitcoin/transaction.ts';
import type { NetworkState } from '../network-state.ts';
import type { ChainTransaction } from './chain-state.ts';

/** Adds a transaction to the chain's state. Only the functions that apply entries may call this. */
export function addTransaction({ chain }: NetworkState, transaction: ChainTransaction): void {
  const { txid, content } = transaction;
  chain.transactions.set(txid, transaction);
  for (const input of content.inputs) {
    const key = outpointText(input);
    chain.spenders.set(key, [...(chain.spenders.get(key) ?? []), txid]);
  }
}

/** The other transactions that spend one of the same inputs. */
export function rivalsOf(
  { chain }: NetworkState,
  { txid, content }: Pick<ChainTransaction, 'txid' | 'content'>,
): string[] {
  const spenders = content.inputs.flatMap((input) => chain.spenders.get(outpointText(input)) ?? []);
  return spenders.filter((spender) => spender !== txid);
}
