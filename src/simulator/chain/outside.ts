import { bytesToHex } from '../../base/hex.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import { scriptOfAddress } from '../../lightning/bitcoin/address.ts';
import {
  outpointText,
  type Transaction,
  type TransactionInput,
  txidOf,
} from '../../lightning/bitcoin/transaction.ts';
import type { Network } from '../network.ts';
import { sentNow } from './broadcast.ts';

/** The sequence number of an input that says that the transaction may be replaced (BIP 125). */
const REPLACEABLE_SEQUENCE = 0xffff_fffd;

export interface OutsidePayment {
  readonly address: string;
  readonly amountSat: bigint;
}

/** Lets an outsider pay addresses with a single transaction, and returns its id. */
export function payFromOutside(
  network: Network,
  payments: readonly OutsidePayment[],
): Result<string, string> {
  const outputs = [];
  for (const { address, amountSat } of payments) {
    const script = scriptOfAddress(address, 'regtest');
    if (script === null) return refuse(`${address} is no address of regtest`);
    outputs.push({ valueSat: amountSat, script });
  }
  const change = { valueSat: 100_000n, script: outsideScript(network) };
  return accept(send(network, [outsideInput(network)], [...outputs, change]));
}

/**
 * Replaces a transaction by another one that spends its first input and pays an outsider. The
 * original leaves the mempool, and the next block contains the new transaction.
 */
export function replaceFromOutside(network: Network, txid: string): Result<string, string> {
  const transaction = network.state.chain.transactions.get(txid);
  const input = transaction?.content.inputs[0];
  if (transaction === undefined || input === undefined) return refuse('no such transaction');
  if (transaction.place !== null) return refuse('the transaction is in a block');
  const spenders = network.state.chain.spenders.get(outpointText(input)) ?? [];
  if (spenders.some((spender) => isMined(network, spender))) {
    return refuse('another transaction in a block spends the same already');
  }
  const inputs = [{ ...input, sequence: REPLACEABLE_SEQUENCE, witness: [randomHex(network, 64)] }];
  const paidSat = transaction.content.outputs.reduce((sum, output) => sum + output.valueSat, 0n);
  const parent = network.state.chain.transactions.get(input.txid)?.content;
  const coinSat = parent?.outputs[input.index]?.valueSat ?? paidSat;
  const valueSat = coinSat < paidSat ? coinSat : paidSat;
  return accept(send(network, inputs, [{ valueSat, script: outsideScript(network) }]));
}

const isMined = ({ state }: Network, txid: string): boolean =>
  (state.chain.transactions.get(txid)?.place ?? null) !== null;

function send(
  network: Network,
  inputs: readonly TransactionInput[],
  outputs: Transaction['outputs'],
): string {
  const transaction: Transaction = { version: 2, inputs, outputs, lockTime: 0 };
  network.commit({ kind: 'transaction_sent', transaction: sentNow(network, transaction) });
  return txidOf(transaction);
}

/** A coin of an outsider, whose wallet is not simulated. */
const outsideInput = (network: Network): TransactionInput => ({
  txid: randomHex(network, 32),
  index: 0,
  scriptSig: '',
  sequence: REPLACEABLE_SEQUENCE,
  witness: [randomHex(network, 64)],
});

const outsideScript = (network: Network): string => `5120${randomHex(network, 32)}`;

const randomHex = ({ random }: Network, length: number): string => bytesToHex(random.bytes(length));
