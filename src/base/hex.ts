/** Writes bytes as lower-case hex. */
export const bytesToHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

/**
 * Reads hex. Null when the text is not an even number of hex digits, or not `byteLength` bytes
 * long.
 */
export function hexToBytes(hex: string, byteLength?: number): Uint8Array | null {
  if (hex.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(hex)) return null;
  if (byteLength !== undefined && hex.length !== byteLength * 2) return null;
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

export const bytesEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && Buffer.compare(a, b) === 0;
