import { hkdfSync } from 'node:crypto';
import type { Random } from '../base/random.ts';

/**
 * Bytes that follow from a secret (RFC 5869): what draws the same from it, in the same order, is
 * made the same again, and nobody without the secret can guess any of it.
 */
export function derivedRandom(secret: Uint8Array): Random {
  let drawn = 0;
  return {
    bytes: (length) => {
      drawn += 1;
      return new Uint8Array(hkdfSync('sha256', secret, '', `draw ${drawn}`, length));
    },
  };
}
