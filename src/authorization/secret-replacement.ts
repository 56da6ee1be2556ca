import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '../base/hex.ts';

/** A request to replace a secret, by someone who may click twice. */
export interface SecretReplacement {
  /**
   * The fingerprint of the secret to replace (`fingerprintOf`); any other secret is left unchanged.
   */
  readonly replaces: string;
  /**
   * 32 secret bytes, from which the new secret is made. A repeat of the same request brings them
   * again and so gets the same secret.
   */
  readonly idempotentSecret: Uint8Array;
  /**
   * The bytes that the same request would have had in the period before: they also mark a repeat.
   */
  readonly earlierIdempotentSecret: Uint8Array;
}

/**
 * A short mark of a stored secret, by which a form names it. It reveals nothing about the secret.
 */
export const fingerprintOf = (stored: Uint8Array): string =>
  bytesToHex(sha256(stored).slice(0, FINGERPRINT_BYTES));

const FINGERPRINT_BYTES = 16;
