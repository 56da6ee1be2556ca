import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '../base/hex.ts';

/** The wish to replace a secret, of somebody who may click twice. */
export interface SecretReplacement {
  /** `fingerprintOf` the one that is to be replaced: any other is left as it is. */
  readonly replaces: string;
  /** 32 bytes: the same when the same wish is made once more, and known to nobody else. */
  readonly secretOfWish: Uint8Array;
  /** What they were a moment ago, so that the wish is known again for a moment, and no longer. */
  readonly earlierSecretOfWish: Uint8Array;
}

/** Of a secret as it is stored, hashed or sealed; tells nothing of it. */
export const fingerprintOf = (stored: Uint8Array): string =>
  bytesToHex(sha256(stored).slice(0, FINGERPRINT_BYTES));

const FINGERPRINT_BYTES = 16;
