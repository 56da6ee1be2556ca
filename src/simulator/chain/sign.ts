import { createHash } from 'node:crypto';
import { type Transaction, txidOf } from '../../lightning/bitcoin/transaction.ts';
import type { NetworkState } from '../network-state.ts';

/**
 * Gives each input a witness of the right size. Nothing is really signed, but the result is the
 * same each time.
 */
export function signTransaction({ chain }: NetworkState, transaction: Transaction): Transaction {
  const message = txidOf(transaction);
  const filler = (text: string, length: number): string => {
    const digest = createHash('sha256').update(`${message}/${text}`).digest('hex');
    return digest.repeat(3).slice(0, 2 * length);
  };
  return {
    ...transaction,
    inputs: transaction.inputs.map((input, n) => {
      const script = chain.transactions.get(input.txid)?.content.outputs[input.index]?.script ?? '';
      const witness = script.startsWith('5120')
        ? [filler(`${n}`, 64)]
        : [`30${filler(`${n}`, 70)}`, `02${filler(`${n}/key`, 32)}`];
      return { ...input, witness };
    }),
  };
}
