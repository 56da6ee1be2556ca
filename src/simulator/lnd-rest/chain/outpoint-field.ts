import { bytesToHex } from '../../../base/hex.ts';
import { type Outpoint, reversedHex } from '../../../lightning/bitcoin/transaction.ts';
import type { Message } from '../endpoint.ts';
import type { MessageReader } from '../message-reader.ts';

/** Reads an lnrpc.OutPoint; null when the request has none. */
export function readOutpoint(fields: MessageReader, name: string): Outpoint | null {
  if (!fields.has(name)) {
    fields.ignore(name);
    return null;
  }
  const inner = fields.message(name);
  const text = inner.text('txid_str');
  const txid = text === '' ? reversedHex(bytesToHex(inner.bytes('txid_bytes'))) : text;
  inner.ignore('txid_bytes');
  return { txid, index: inner.uint32('output_index') };
}

export const presentOutpoint = ({ txid, index }: Outpoint): Message => ({
  txid_bytes: base64OfTxid(txid),
  txid_str: txid,
  output_index: index,
});

/** Encodes a transaction id as bytes, whose order is the reverse of that in the text. */
export const base64OfTxid = (txid: string): string =>
  Buffer.from(txid, 'hex').reverse().toString('base64');
