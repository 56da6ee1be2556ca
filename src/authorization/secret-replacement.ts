import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '../base/hex.ts';

/** A request to replace a secret, from someone who may click twice. */
export interface SecretReplacement {
  /**
   * The fingerprint of the secret that is to be replaced (see `fingerprintOf`). Any other secret is
   * left unchanged.
   */
  readonly replaces: string;
  /**
   * 32 secret bytes, from which the new secret is derived. If the same form is sent twice, both
   * requests bring the same bytes and get the same secret.
   */
  readonly idempotentSecret: Uint8Array;
  /**
   * The bytes that the same form would have brought one period of time earlier, as the bytes change
   * with each period. If the first request came in that period, they show that this one is a
   * repeat.
   */
  readonly earlierIdempotentSecret: Uint8Array;
}

/**
 * A short hash of a stored secret, by which a form names the secret. It reveals nothing about the
 * secret.
 */
export const fingerprintOf = (stored: Uint8Array): string =>
  bytesToHex(sha256(stored).slice(0, FINGERPRINT_BYTES));

const FINGERPRINT_BYTES = 16;
