import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '../base/hex.ts';

/** A request to replace a secret, by someone who may click twice. */
export interface SecretReplacement {
  /** The `fingerprintOf` the secret to replace: any other is left unchanged. */
  readonly replaces: string;
  /**
   * Secret bytes, 32 of them: the same when the same request is repeated, and known to no one else.
   */
  readonly idempotentSecret: Uint8Array;
  /** The value of a moment ago, so that a repeat is recognised for a moment and no longer. */
  readonly earlierIdempotentSecret: Uint8Array;
}

/** A mark of the stored form, hashed or sealed; it reveals nothing about the secret. */
export const fingerprintOf = (stored: Uint8Array): string =>
  bytesToHex(sha256(stored).slice(0, FINGERPRINT_BYTES));

const FINGERPRINT_BYTES = 16;
