import { bytesToHex, hexToBytes } from '../../base/hex.ts';
import { type ByteReader, byteReader } from './byte-reader.ts';
import { type ByteWriter, byteWriter } from './byte-writer.ts';
import {
  decodeTransactionHex,
  encodeWithoutWitness,
  type Transaction,
  type TransactionOutput,
} from './transaction.ts';

/** A transaction that is being signed (BIP 174), reduced to the parts that this service uses. */
export interface Psbt {
  /** The transaction without its witnesses. */
  readonly transaction: Transaction;
  /** For each input, the output that it spends; null where the PSBT does not contain it. */
  readonly spentOutputs: readonly (TransactionOutput | null)[];
  /** For each input, its witness; empty where the input is not signed. */
  readonly witnesses: readonly (readonly string[])[];
}

/** The first bytes of every PSBT: `psbt` and 0xff. */
const MAGIC = '70736274ff';
const GLOBAL_UNSIGNED_TX = '00';
const INPUT_WITNESS_UTXO = '01';
const INPUT_FINAL_WITNESS = '08';

export function encodePsbt({ transaction, spentOutputs, witnesses }: Psbt): Uint8Array {
  const writer = byteWriter();
  writer.hex(MAGIC);
  writePair(writer, GLOBAL_UNSIGNED_TX, bytesToHex(encodeWithoutWitness(transaction)));
  endMap(writer);
  for (const n of transaction.inputs.keys()) {
    const spent = spentOutputs[n] ?? null;
    const witness = witnesses[n] ?? [];
    if (spent !== null) writePair(writer, INPUT_WITNESS_UTXO, outputHex(spent));
    if (witness.length > 0) writePair(writer, INPUT_FINAL_WITNESS, witnessHex(witness));
    endMap(writer);
  }
  for (const _output of transaction.outputs) endMap(writer);
  return writer.bytes();
}

/** Decodes a PSBT; null for other bytes. Fields that this service does not use are skipped. */
export function decodePsbt(bytes: Uint8Array): Psbt | null {
  const reader = byteReader(bytes);
  if (reader.hex(MAGIC.length / 2) !== MAGIC) return null;
  const transaction = decodeTransactionHex(readMap(reader).get(GLOBAL_UNSIGNED_TX) ?? '');
  if (transaction === null) return null;
  const maps = transaction.inputs.map(() => readMap(reader));
  for (const _output of transaction.outputs) readMap(reader);
  if (!reader.isWhole()) return null;
  return {
    transaction,
    spentOutputs: maps.map((map) => readOutput(map.get(INPUT_WITNESS_UTXO))),
    witnesses: maps.map((map) => readWitness(map.get(INPUT_FINAL_WITNESS))),
  };
}

function writePair(writer: ByteWriter, key: string, value: string): void {
  writer.sizedHex(key);
  writer.sizedHex(value);
}

const endMap = (writer: ByteWriter): void => writer.compactSize(0);

function outputHex({ valueSat, script }: TransactionOutput): string {
  const writer = byteWriter();
  writer.uint64(valueSat);
  writer.sizedHex(script);
  return bytesToHex(writer.bytes());
}

function witnessHex(witness: readonly string[]): string {
  const writer = byteWriter();
  writer.compactSize(witness.length);
  for (const item of witness) writer.sizedHex(item);
  return bytesToHex(writer.bytes());
}

/** Reads a field that is preceded by its length; empty where bytes are missing. */
const readSized = (reader: ByteReader): string => reader.hex(reader.compactSize());

/** Reads the key-value pairs of a PSBT map, which ends with an empty key. */
function readMap(reader: ByteReader): Map<string, string> {
  const map = new Map<string, string>();
  for (let key = readSized(reader); key !== ''; key = readSized(reader)) {
    map.set(key, readSized(reader));
  }
  return map;
}

function readOutput(hex: string | undefined): TransactionOutput | null {
  const bytes = hex === undefined ? null : hexToBytes(hex);
  if (bytes === null) return null;
  const reader = byteReader(bytes);
  const valueSat = reader.uint64();
  const script = reader.hex(reader.compactSize());
  return reader.isWhole() ? { valueSat, script } : null;
}

function readWitness(hex = ''): string[] {
  const reader = byteReader(hexToBytes(hex) ?? new Uint8Array());
  const witness = reader.list(() => reader.hex(reader.compactSize()));
  return reader.isWhole() ? witness : [];
}
