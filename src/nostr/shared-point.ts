import { isPrivate, pointMultiply } from 'tiny-secp256k1';
import { hexToBytes } from '../base/hex.ts';

/**
 * The secret that two keys share (ECDH): the x coordinate of private key times public key, not
 * hashed (NIP-04; NIP-44, Encryption, 1). Both sides compute the same. Null if one of them is no
 * key of secp256k1.
 *
 * @param privateKey 32 bytes.
 * @param publicKey 64 hex digits, x-only (BIP-340). Two points have this x; the one with even y is
 * meant.
 */
export function sharedPoint(privateKey: Uint8Array, publicKey: string): Uint8Array | null {
  const x = hexToBytes(publicKey, 32);
  if (x === null || !isPrivate(privateKey)) return null;
  try {
    return pointMultiply(new Uint8Array([EVEN, ...x]), privateKey, true)?.slice(1) ?? null;
  } catch {
    // Multiplying fails when no point of the curve has this x, which is then no public key. To
    // check this beforehand would compute the point twice.
    return null;
  }
}

/** The first byte of a compressed point with an even y (SEC 1, 2.3.3). */
const EVEN = 2;
