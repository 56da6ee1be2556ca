import { hkdfSync } from 'node:crypto';
import type { Random } from '../base/random.ts';

/**
 * Derives bytes from a secret (RFC 5869). Drawn in the same order they are the same again, and no
 * one without the secret can guess them.
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
