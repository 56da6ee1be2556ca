import { assert } from '../base/assert.ts';
import { bytesToHex, hexToBytes } from '../base/hex.ts';
import type { CustomRecords } from '../lightning/custom-records.ts';

/** Converts values that SQL has no type for, as columns and JSON hold them. */

/** The text form of bytea (PostgreSQL manual, 8.4.1), as JSON carries it. */
export const bytesToBytea = (bytes: Uint8Array): string => `\\x${bytesToHex(bytes)}`;

/** Writes a hash or preimage, which is hex inside the program, as bytea. */
export const hexToBytea = (hex: string | null): string | null =>
  hex === null ? null : `\\x${hex}`;

/** The bytes of hex that we or the database wrote, for a parameter of type bytea. */
export function hexParameter(hex: string): Uint8Array {
  const bytes = hexToBytes(hex);
  assert(bytes !== null, 'what the program writes as hex is hex');
  return bytes;
}

/** Writes custom records as JSON: TLV type → hex of the bytes. */
export function recordsToJson(records: CustomRecords): Readonly<Record<string, string>> {
  return Object.fromEntries([...records].map(([type, bytes]) => [String(type), bytesToHex(bytes)]));
}

export function recordsFromJson(json: Readonly<Record<string, string>>): CustomRecords {
  return new Map(Object.entries(json).map(([type, hex]) => [BigInt(type), hexParameter(hex)]));
}

/**
 * Whether a text can be the id of a row. Ids from outside, as on a command line, may be anything.
 */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
