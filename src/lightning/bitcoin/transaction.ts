import { createHash } from 'node:crypto';
import { bytesToHex, hexToBytes } from '../../base/hex.ts';
import { byteReader } from './byte-reader.ts';
import { byteWriter } from './byte-writer.ts';

/**
 * A Bitcoin transaction. Transaction ids are in the byte order that block explorers show; scripts
 * are in hex.
 */
export interface Transaction {
  readonly version: number;
  readonly inputs: readonly TransactionInput[];
  readonly outputs: readonly TransactionOutput[];
  readonly lockTime: number;
}

export interface TransactionInput extends Outpoint {
  readonly scriptSig: string;
  readonly sequence: number;
  /**
   * The witness, a list of items in hex; empty when the input is unsigned or is no segwit input.
   */
  readonly witness: readonly string[];
}

export interface TransactionOutput {
  readonly valueSat: bigint;
  readonly script: string;
}

/** A reference to an output of a transaction, used by the transaction that spends it. */
export interface Outpoint {
  readonly txid: string;
  readonly index: number;
}

/**
 * The sequence number that, on all inputs, says that a transaction must not be replaced (BIP 125).
 */
export const FINAL_SEQUENCE = 0xffff_ffff;

export const outpointText = ({ txid, index }: Outpoint): string => `${txid}:${index}`;

/** Encodes a transaction, with its witnesses if it has any (BIP 144). */
export function encodeTransaction(transaction: Transaction): Uint8Array {
  const hasWitness = transaction.inputs.some(({ witness }) => witness.length > 0);
  return writeTransaction(transaction, hasWitness);
}

/**
 * Encodes a transaction without its witnesses. The transaction id is the hash of this form, and a
 * PSBT contains it.
 */
export const encodeWithoutWitness = (transaction: Transaction): Uint8Array =>
  writeTransaction(transaction, false);

export function txidOf(transaction: Transaction): string {
  return reversedHex(bytesToHex(doubleSha256(encodeWithoutWitness(transaction))));
}

/**
 * The size of a transaction in vbytes, rounded up, which is the size that fees are paid for (BIP
 * 141).
 */
export function virtualSize(transaction: Transaction): number {
  const bare = encodeWithoutWitness(transaction).length;
  return Math.ceil((3 * bare + encodeTransaction(transaction).length) / 4);
}

/**
 * Reverses the bytes of a hash. Transactions contain hashes in the opposite byte order of the one
 * that block explorers show.
 */
export const reversedHex = (hex: string): string => bytesToHex(Buffer.from(hex, 'hex').reverse());

/** Decodes a transaction in hex; null when the text is not exactly one transaction. */
export function decodeTransactionHex(hex: string): Transaction | null {
  const bytes = hexToBytes(hex);
  return bytes === null ? null : decodeTransaction(bytes);
}

/** Decodes a transaction; null when the bytes are not exactly one transaction. */
export function decodeTransaction(bytes: Uint8Array): Transaction | null {
  const reader = byteReader(bytes);
  const version = reader.uint32();
  const hasWitness = bytes[4] === 0 && bytes[5] === 1;
  if (hasWitness) reader.take(2);
  const bare = reader.list(() => ({
    txid: reversedHex(reader.hex(32)),
    index: reader.uint32(),
    scriptSig: reader.hex(reader.compactSize()),
    sequence: reader.uint32(),
  }));
  const outputs = reader.list(() => ({
    valueSat: reader.uint64(),
    script: reader.hex(reader.compactSize()),
  }));
  const inputs = bare.map((input) => ({
    ...input,
    witness: hasWitness ? reader.list(() => reader.hex(reader.compactSize())) : [],
  }));
  const lockTime = reader.uint32();
  return reader.isWhole() ? { version, inputs, outputs, lockTime } : null;
}

function writeTransaction(transaction: Transaction, withWitness: boolean): Uint8Array {
  const { version, inputs, outputs, lockTime } = transaction;
  const writer = byteWriter();
  writer.uint32(version);
  if (withWitness) writer.hex('0001');
  writer.compactSize(inputs.length);
  for (const { txid, index, scriptSig, sequence } of inputs) {
    writer.hex(reversedHex(txid));
    writer.uint32(index);
    writer.sizedHex(scriptSig);
    writer.uint32(sequence);
  }
  writer.compactSize(outputs.length);
  for (const { valueSat, script } of outputs) {
    writer.uint64(valueSat);
    writer.sizedHex(script);
  }
  for (const { witness } of withWitness ? inputs : []) {
    writer.compactSize(witness.length);
    for (const item of witness) writer.sizedHex(item);
  }
  writer.uint32(lockTime);
  return writer.bytes();
}

const doubleSha256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
