import { hkdfSync } from 'node:crypto';
import type { Random } from '../base/random.ts';

/**
 * Bytes derived from a secret (RFC 5869). Drawing them in the same order makes the same values
 * again, and no one without the secret can guess any of them.
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
