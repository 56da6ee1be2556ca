import { bytesToHex } from '../../base/hex.ts';

/**
 * Reads the bytes that a `ByteWriter` writes. When bytes are missing, the methods return zeros and
 * empty lists; `isWhole` tells at the end that some were missing.
 */
export interface ByteReader {
  uint32(): number;
  uint64(): bigint;
  compactSize(): number;
  take(length: number): Uint8Array;
  hex(length: number): string;
  /** Reads a list of items whose number is written before them as a compact size. */
  list<Item>(read: () => Item): Item[];
  /** Whether all bytes were read and none were missing. */
  isWhole(): boolean;
}

export function byteReader(bytes: Uint8Array): ByteReader {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let isShort = false;
  const take = (length: number): Buffer => {
    if (isShort || length > buffer.length - at) {
      isShort = true;
      return Buffer.alloc(0);
    }
    at += length;
    return buffer.subarray(at - length, at);
  };
  const fixed = <Value>(length: number, zero: Value, read: (bytes: Buffer) => Value): Value => {
    const part = take(length);
    return part.length === length ? read(part) : zero;
  };
  const uint32 = (): number => fixed(4, 0, (part) => part.readUInt32LE());
  const compactSize = (): number => {
    const first = fixed(1, 0, (part) => part.readUInt8());
    if (first < 0xfd) return first;
    if (first === 0xfd) return fixed(2, 0, (part) => part.readUInt16LE());
    if (first === 0xfe) return uint32();
    isShort = true;
    return 0;
  };
  return {
    uint32,
    uint64: () => fixed(8, 0n, (part) => part.readBigUInt64LE()),
    compactSize,
    take: (length) => new Uint8Array(take(length)),
    hex: (length) => bytesToHex(take(length)),
    list(read) {
      const items = [];
      const count = compactSize();
      for (let n = 0; n < count && !isShort; n += 1) items.push(read());
      return items;
    },
    isWhole: () => !isShort && at === buffer.length,
  };
}
