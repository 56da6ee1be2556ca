import { bytesToHex } from '../../base/hex.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import {
  encodeTransaction,
  type Transaction,
  txidOf,
} from '../../lightning/bitcoin/transaction.ts';
import { type Network, nowSec } from '../network.ts';
import { blockHeight } from './blocks.ts';
import type { SentTransaction } from './chain-entry.ts';
import { rivalsOf } from './transactions.ts';

export const sentNow = (network: Network, transaction: Transaction): SentTransaction => ({
  txid: txidOf(transaction),
  raw: bytesToHex(encodeTransaction(transaction)),
  atSec: nowSec(network),
  height: blockHeight(network),
});

/**
 * Hands a transaction to the mempool; a repeat changes nothing. As in LND, the error text is the
 * same whether an input is spent by a waiting transaction, is spent by a mined one, or never
 * existed.
 */
export function broadcast(network: Network, transaction: Transaction): Result<string, string> {
  const { chain } = network.state;
  const txid = txidOf(transaction);
  const known = chain.transactions.get(txid);
  if (known !== undefined && (known.place !== null || chain.mempool.has(txid))) return accept(txid);
  const isValid = (rival: string): boolean =>
    chain.mempool.has(rival) || (chain.transactions.get(rival)?.place ?? null) !== null;
  if (rivalsOf(network.state, { txid, content: transaction }).some(isValid)) {
    return refuse(REJECTED);
  }
  const hasParents = transaction.inputs.every(
    (input) => chain.transactions.get(input.txid)?.content.outputs[input.index] !== undefined,
  );
  if (!hasParents) return refuse(REJECTED);
  network.commit({ kind: 'transaction_sent', transaction: sentNow(network, transaction) });
  return accept(txid);
}

const REJECTED = 'transaction rejected: output already spent';
