/**
 * Collects bytes in Bitcoin's encoding of numbers and lists: little-endian, with lengths as compact
 * sizes.
 */
export interface ByteWriter {
  uint32(value: number): void;
  uint64(value: bigint): void;
  compactSize(value: number): void;
  hex(hex: string): void;
  /** Writes bytes, given in hex, preceded by their length. */
  sizedHex(hex: string): void;
  bytes(): Uint8Array;
}

export function byteWriter(): ByteWriter {
  const parts: Buffer[] = [];
  const compactSize = (value: number): void => {
    if (value < 0xfd) {
      parts.push(Buffer.from([value]));
    } else if (value <= 0xffff) {
      const bytes = Buffer.from([0xfd, 0, 0]);
      bytes.writeUInt16LE(value, 1);
      parts.push(bytes);
    } else {
      const bytes = Buffer.from([0xfe, 0, 0, 0, 0]);
      bytes.writeUInt32LE(value, 1);
      parts.push(bytes);
    }
  };
  const hex = (text: string): void => {
    parts.push(Buffer.from(text, 'hex'));
  };
  return {
    uint32(value) {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(value);
      parts.push(bytes);
    },
    uint64(value) {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(value);
      parts.push(bytes);
    },
    compactSize,
    hex,
    sizedHex(text) {
      compactSize(text.length / 2);
      hex(text);
    },
    bytes: () => new Uint8Array(Buffer.concat(parts)),
  };
}
