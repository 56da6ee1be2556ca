/** Checks that the transaction that the node has made pays what was ordered, and nothing else. */

import { type Sat, sat } from '../base/amount.ts';
import { decodePsbt } from '../lightning/bitcoin/psbt.ts';
import {
  decodeTransactionHex,
  type Transaction,
  type TransactionOutput,
  txidOf,
} from '../lightning/bitcoin/transaction.ts';
import type { FundedTransaction } from '../lightning/chain-spending.ts';
import type { WalletTransaction } from '../lightning/chain-wallet.ts';
import { NodeFault } from '../lightning/node-port.ts';
import type { SignedTransaction } from './withdrawal.ts';

/** The output that a user has ordered, to compare with the node's transaction. */
export interface OrderedOutput {
  readonly script: string;
  readonly amountSat: Sat;
}

/**
 * Reads the transaction that is to be signed. Throws if it pays anything except for the order and
 * the change.
 */
export function readFunded(funded: FundedTransaction, ordered: OrderedOutput): Transaction {
  const transaction = decodePsbt(Buffer.from(funded.psbt, 'base64'))?.transaction ?? null;
  if (transaction === null || !pays(transaction.outputs, ordered, funded.changeIndex)) {
    throw new NodeFault('the node has funded another transaction than the one that was ordered');
  }
  return transaction;
}

const pays = (
  outputs: readonly TransactionOutput[],
  ordered: OrderedOutput,
  changeIndex: number | null,
): boolean => {
  const others = outputs.filter((_, index) => index !== changeIndex);
  const isChangeThere = changeIndex === null || outputs[changeIndex] !== undefined;
  return (
    isChangeThere && others.length === 1 && others.every((output) => isOrdered(output, ordered))
  );
};

const isOrdered = ({ script, valueSat }: TransactionOutput, ordered: OrderedOutput): boolean =>
  script === ordered.script && valueSat === ordered.amountSat;

/**
 * Reads the signed transaction, and computes its id. Throws if the node has signed a different
 * transaction.
 */
export function readSigned(
  { inputs, feeSat, changeIndex }: FundedTransaction,
  unsigned: Transaction,
  raw: string,
): SignedTransaction {
  const signed = decodeTransactionHex(raw);
  if (signed === null || contentOf(signed) !== contentOf(unsigned)) {
    throw new NodeFault('the node has signed another transaction than the one that it has funded');
  }
  return { txid: txidOf(signed), raw, inputs, feeSat, changeIndex };
}

/** Describes a transaction without its signatures as a text, to compare two of them. */
const contentOf = ({ version, inputs, outputs, lockTime }: Transaction): string =>
  JSON.stringify([
    version,
    inputs.map(({ txid, index, sequence }) => [txid, index, sequence]),
    outputs.map(({ script, valueSat }) => [script, String(valueSat)]),
    lockTime,
  ]);

/**
 * Reads a transaction that the node's wallet has and the database has lost; null if it pays
 * anything except for the order and the change.
 */
export function readFound(
  listed: WalletTransaction,
  ordered: OrderedOutput,
): SignedTransaction | null {
  const outputs = decodeTransactionHex(listed.raw)?.outputs ?? [];
  const place = outputs.findIndex((output) => isOrdered(output, ordered));
  const changeIndex = outputs.length === 1 ? null : 1 - place;
  if (place < 0 || !pays(outputs, ordered, changeIndex)) return null;
  return toSigned(listed, outputs, { feeSat: listed.feeSat, changeIndex });
}

/**
 * Reads a transaction of the node's wallet that pays the order, and other people too; null if it
 * does not pay the order. Which of the other outputs is the change is not known, so the order bears
 * an equal share of the fee for each output, rounded down.
 */
export function readShared(
  listed: WalletTransaction,
  ordered: OrderedOutput,
): SignedTransaction | null {
  const outputs = decodeTransactionHex(listed.raw)?.outputs ?? [];
  if (!outputs.some((output) => isOrdered(output, ordered))) return null;
  const feeSat = sat(listed.feeSat / BigInt(outputs.length));
  return toSigned(listed, outputs, { feeSat, changeIndex: null });
}

/**
 * The wallet tells only the sum of the spent coins, so the amounts of single coins are made up to
 * give this sum; nothing else about them is read later.
 */
function toSigned(
  { txid, raw, inputs, feeSat }: WalletTransaction,
  outputs: readonly TransactionOutput[],
  own: Pick<SignedTransaction, 'feeSat' | 'changeIndex'>,
): SignedTransaction {
  const sentSat = outputs.reduce((sum, { valueSat }) => sum + valueSat, 0n);
  const restSat = sentSat + feeSat - BigInt(inputs.length - 1);
  const coins = inputs.map((input, n) => ({ ...input, amountSat: sat(n === 0 ? restSat : 1n) }));
  return { txid, raw, inputs: coins, ...own };
}
