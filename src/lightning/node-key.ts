import { isPointCompressed } from 'tiny-secp256k1';
import { hexToBytes } from '../base/hex.ts';

/**
 * Whether a text is the public key of a node: a compressed point (BOLT 7) in hex, in upper or lower
 * case.
 */
export function isNodePubkey(hex: string): boolean {
  const bytes = hexToBytes(hex, 33);
  return bytes !== null && isPointCompressed(bytes);
}
