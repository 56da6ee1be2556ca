/** Encodes a BigSize (BOLT 1), which has 1, 3, 5 or 9 bytes. */
export function bigSize(value: bigint): Buffer {
  if (value < 0xfdn) return Buffer.from([Number(value)]);
  if (value <= 0xffffn) {
    const bytes = Buffer.from([0xfd, 0, 0]);
    bytes.writeUInt16BE(Number(value), 1);
    return bytes;
  }
  if (value <= 0xffffffffn) {
    const bytes = Buffer.from([0xfe, 0, 0, 0, 0]);
    bytes.writeUInt32BE(Number(value), 1);
    return bytes;
  }
  const bytes = Buffer.alloc(9, 0xff);
  bytes.writeBigUInt64BE(value, 1);
  return bytes;
}

/**
 * Encodes records as a TLV stream: in ascending order of their types, each with type, length and
 * value.
 */
export function encodeRecords(records: Readonly<Record<string, string>>): Buffer {
  const sorted = Object.entries(records)
    .map(([type, hex]) => ({ type: BigInt(type), value: Buffer.from(hex, 'hex') }))
    .sort((a, b) => (a.type < b.type ? -1 : 1));
  return Buffer.concat(
    sorted.flatMap(({ type, value }) => [bigSize(type), bigSize(BigInt(value.length)), value]),
  );
}
