import { assert } from '../base/assert.ts';
import { bytesToHex, hexToBytes } from '../base/hex.ts';
import type { CustomRecords } from '../lightning/custom-records.ts';

/** Converts values to and from the forms in which columns and JSON of the database hold them. */

/** Writes bytes in the text form of bytea (PostgreSQL manual, 8.4.1), as JSON holds them. */
export const bytesToBytea = (bytes: Uint8Array): string => `\\x${bytesToHex(bytes)}`;

/** Writes a hash or preimage, which the program keeps as hex, in the text form of bytea. */
export const hexToBytea = (hex: string | null): string | null =>
  hex === null ? null : `\\x${hex}`;

/**
 * Writes values that the program keeps as hex as one parameter of type bytea[]. The driver would
 * turn a list of bytes into the same text, but more slowly.
 */
export const byteaList = (hexes: readonly (string | null)[]): string =>
  `{${hexes.map((hex) => (hex === null ? 'null' : `"\\\\x${hex}"`)).join()}}`;

/** Turns hex that the program or the database wrote into bytes, as a parameter of type bytea. */
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
