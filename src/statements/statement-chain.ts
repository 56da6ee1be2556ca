import { createHash } from 'node:crypto';
import { sat, satToMsat } from '../base/amount.ts';
import { changeOf, type StatementLine } from './statement.ts';

const TAG = 'satchel-record-v1';

/**
 * Computes the hash that links a record to all before it: SHA-256 of the tag, the previous link (32
 * zero bytes for the first), the record's number (u64), SHA-256 of its JSON, and the change of the
 * balance in millisatoshi (i64). Numbers are big-endian, links are in hex.
 * sql/functions/reckon_statement.sql does the same.
 */
export function nextChainHash(previous: string, line: StatementLine): string {
  const numbers = Buffer.alloc(16);
  numbers.writeBigUInt64BE(line.seq, 0);
  const change = changeOf(line);
  numbers.writeBigInt64BE(change < 0n ? -satToMsat(sat(-change)) : satToMsat(sat(change)), 8);
  return createHash('sha256')
    .update(TAG)
    .update(previous, 'hex')
    .update(numbers.subarray(0, 8))
    .update(createHash('sha256').update(line.body).digest())
    .update(numbers.subarray(8))
    .digest('hex');
}

/** The link of a user who has no records. */
export const FIRST_LINK = '00'.repeat(32);
