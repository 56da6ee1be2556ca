import { hkdfSync } from 'node:crypto';
import type { Random } from '../base/random.ts';

/**
 * Makes a source of bytes that are derived from a secret (RFC 5869). The same draws in the same
 * order give the same bytes, which no one can guess without the secret.
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
