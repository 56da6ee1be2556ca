import { isPrivate } from 'tiny-secp256k1';
import type { Random } from '../base/random.ts';

/** Makes a private key of secp256k1; almost any 32 bytes are one. */
export function newPrivateKey(random: Random): Uint8Array {
  for (;;) {
    const bytes = random.bytes(32);
    if (isPrivate(bytes)) return bytes;
  }
}
